public import GStreamerKit

/// A pipeline written as text: gst-launch's syntax with comments, variables and includes (docs/pipeline-files.md).
///
///     let description = try PipelineDescription.file("file.gst", variables: ["INPUT": "b.ogg", "PACK": "p.earpack"])
///     let pipeline = try description.makePipeline()
///
/// Reading one only looks at the text; `makePipeline` asks GStreamer for the elements.
public struct PipelineDescription: Sendable {
  /// What messages call it: the path of the file, or the name that was given.
  public let name: String
  /// The variables that names and values are made of, and what they stand for, defaults included.
  public let values: [String: String]
  let sources: [SourceText]
  let tokens: [DescriptionToken]
  let graph: DescriptionGraph

  /// Reads a description file, with those it includes.
  /// - Parameters:
  ///   - variables: what `${NAME}` stands for; these come before the environment.
  ///   - markers: whether `${MARKERS}` stands for the marker stage, or for nothing.
  ///   - environment: the environment; nil for the process's own.
  /// - Throws: `DescriptionError`, with the place.
  public static func file(
    _ path: String, variables: [String: String] = [:], markers: Bool = false, environment: [String: String]? = nil
  ) throws(DescriptionError) -> PipelineDescription {
    let file: SourceFile
    do throws(SourceFile.Failure) { file = try SourceFile(path) } catch {
      throw DescriptionError(error.code, "the description cannot be read: \(error.reason)", file: path)
    }
    var lexer = DescriptionLexer(
      variables: DescriptionVariables(assigned: variables, environment: environment, hasMarkers: markers))
    try lexer.read(file, named: path)
    return try PipelineDescription(lexer, name: path)
  }

  /// Reads a description from memory; a relative `include` starts from the working directory.
  /// - Parameters:
  ///   - text: the description.
  ///   - name: what messages call it.
  ///   - variables: what `${NAME}` stands for; these come before the environment.
  ///   - markers: whether `${MARKERS}` stands for the marker stage, or for nothing.
  ///   - environment: the environment; nil for the process's own.
  /// - Throws: `DescriptionError`, with the place.
  public static func text(
    _ text: String, name: String = "description", variables: [String: String] = [:], markers: Bool = false,
    environment: [String: String]? = nil
  ) throws(DescriptionError) -> PipelineDescription {
    if text.utf8.count > SourceFile.limit {
      throw DescriptionError(.tooLarge, "the description is longer than 1 MiB, which none is", file: name)
    }
    var lexer = DescriptionLexer(
      variables: DescriptionVariables(assigned: variables, environment: environment, hasMarkers: markers))
    try lexer.read(try DescriptionLexer.source(text.utf8, named: name))
    return try PipelineDescription(lexer, name: name)
  }

  private init(_ lexer: DescriptionLexer, name: String) throws(DescriptionError) {
    self.name = name
    values = lexer.used
    sources = lexer.sources
    tokens = lexer.tokens
    var parser = DescriptionParser(lexer.tokens, sources: lexer.sources)
    graph = try parser.parse()
  }

  /// The description as GStreamer's parser reads it: without comments, includes and variables, in one line unless a value
  /// has line ends in it.
  public var launchText: String { words().joined(separator: " ") }

  /// A command for a shell that runs the same pipeline with GStreamer's own tool. Interrupted, it finishes its rows.
  public var shellCommand: String {
    (["gst-launch-1.0", "-e"] + words().map(LaunchText.shellWord)).joined(separator: " ")
  }

  /// The tokens as GStreamer's parser reads them.
  /// - Parameter naming: names for elements that have none, by number.
  func words(naming: [Int: String] = [:]) -> [String] {
    let names = graph.automaticNames.merging(naming) { $1 }
    let tokensOfNames = Dictionary(uniqueKeysWithValues: names.map { (graph.elements[$0].token, $1) })
    return tokens.indices.flatMap { index in
      let name = tokensOfNames[index].map { ["name=\(LaunchText.value($0))"] } ?? []
      return [tokens[index].launchText] + name
    }
  }

  /// Makes the pipeline, after a look at every element, property and value.
  /// - Throws: `DescriptionError`, with the place where that can be told.
  public func makePipeline() throws(DescriptionError) -> Pipeline {
    Stages.register()
    try DescriptionCheck(self).run()
    do throws(PipelineError) { return try Pipeline(launchText) } catch {
      throw LaunchDiagnosis(self).error(for: error)
    }
  }
}
