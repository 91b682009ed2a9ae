public import Fingerprinting
public import GStreamerKit

extension ElementError {
  /// A pack's error as an element reports it: the same sentence, and the code that fits.
  public init(_ error: PackError) {
    let code: Resource =
      switch error.code {
      case .notFound: .notFound
      case .newerMajor, .otherAlgorithm: .settings
      default: .openRead
      }
    self = .resource(code, error.message, debug: "pack \(error.path): \(error.code)")
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
