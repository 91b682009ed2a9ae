extension Pipeline {
  /// Ends the stream at its sources; `Message.endOfStream` follows. Unlike with `sendEndOfStream`, what a program has pushed
  /// into an appsrc comes before the end.
  public func finishSources() {
    let sources = elements.filter { $0.factory == "appsrc" }
    guard !sources.isEmpty else {
      sendEndOfStream()
      return
    }
    for source in sources { _ = source.finishPushing() }
    // What goes to the whole pipeline would end those at once.
    for element in elements where element.isSource && element.factory != "appsrc" { element.sendEndOfStream() }
  }
}
