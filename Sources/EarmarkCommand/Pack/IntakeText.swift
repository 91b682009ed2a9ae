/// What the help of all commands that fingerprint files says alike.
enum IntakeText {
  static func files(_ arity: OperandDefinition.Arity) -> OperandDefinition {
    OperandDefinition(
      "FILE", arity, "audio or video files or URIs, or - for standard input, in anything GStreamer decodes")
  }

  static let requirements =
    "A recording must be \(Int(IntakeWork.leastSeconds)) seconds long at least and hold something other than silence. "
    + "Prints a row for each one, then the hours of audio and how many of them were worked through in a second."
}
