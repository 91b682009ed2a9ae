public import GStreamerKit

/// What a pipeline is made from: text in gst-launch's syntax.
public struct PipelineDescription: Sendable {
  /// For messages.
  public let name: String
  /// What GStreamer's parser gets.
  public let launchText: String

  /// A description from memory.
  public static func text(_ text: String, name: String = "description") throws(DescriptionError)
    -> PipelineDescription
  {
    PipelineDescription(name: name, launchText: text)
  }

  /// Makes the elements and links them.
  public func makePipeline() throws(DescriptionError) -> Pipeline {
    Stages.register()
    do throws(PipelineError) { return try Pipeline(launchText) } catch {
      throw DescriptionError(file: name, message: error.message, missingElements: error.missingElements)
    }
  }
}
