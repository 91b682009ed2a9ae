extension StreamMatcher {
  /// A matcher for the materials of a pack; nil recognises nothing.
  public convenience init(pack: Pack?, configuration: Configuration = Configuration()) {
    self.init(index: pack?.index, materialIDs: pack?.materials.map(\.id) ?? [], configuration: configuration)
  }

  /// Matches against another pack from now on; time goes on.
  public func replacePack(_ pack: Pack?) {
    replaceIndex(pack?.index, materialIDs: pack?.materials.map(\.id) ?? [])
  }
}
