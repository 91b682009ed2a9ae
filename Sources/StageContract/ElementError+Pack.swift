public import Fingerprinting
public import GStreamerKit

extension ElementError {
  /// A pack's error as an element reports it: the code that fits, and what happened as a sentence of its own.
  public init(_ error: PackError) {
    let code: Resource =
      switch error.code {
      case .notFound: .notFound
      case .newerMajor, .otherAlgorithm: .settings
      default: .openRead
      }
    // The library's texts go on behind "earmark: " or the like. A path they begin with stays as it is.
    let text = error.message
    let beginsWithPath = !error.path.isEmpty && text.hasPrefix(error.path)
    let sentence = (beginsWithPath ? text : text.prefix(1).uppercased() + text.dropFirst()) + "."
    self = .resource(code, sentence, debug: "pack \(error.path): \(error.code)")
  }

  /// The same error, its sentence going on with what follows from it.
  public func adding(_ consequence: String) -> ElementError {
    var error = self
    if error.message.hasSuffix(".") { error.message.removeLast() }
    error.message += "; \(consequence)."
    return error
  }
}

extension Pack {
  /// Opens a pack for a stage.
  /// - Throws: `ElementError`: one sentence naming the file.
  public static func open(forStage path: String) throws(ElementError) -> Pack {
    do {
      return try Pack(path: path)
    } catch let error as PackError {
      throw ElementError(error)
    } catch {
      throw .resource(.openRead, "The pack \(path) cannot be opened.", debug: "\(error)")
    }
  }
}
