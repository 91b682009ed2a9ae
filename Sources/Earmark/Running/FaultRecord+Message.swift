import GStreamerKit
import Recognition

extension FaultRecord {
  /// Reads an `earmark-fault` element message; nil for other structures and where there is no text.
  init?(_ structure: Structure, from element: String, source: String) {
    guard structure.name == "earmark-fault", let text: String = structure["text"] else { return nil }
    let retryIn: UInt64? = structure["retry-in"]
    let code: Int32? = structure["code"]
    self.init(
      stage: structure["stage"] ?? element, code: Int(code ?? 0), text: text,
      retryIn: retryIn.flatMap(ClockTime.optional), isRestored: structure["restored"] ?? false, observedAt: .now(),
      source: source)
  }

  /// A stage's warning, which passes as well: a pack that could not be changed to, say.
  init(warning: ElementError, from element: String, source: String) {
    self.init(
      stage: element,
      code: (warning.domain == .resource ? FaultCode.fileOperationFailure : .audioServiceFailure).rawValue,
      text: warning.message, retryIn: nil, isRestored: false, observedAt: .now(), source: source)
  }
}
