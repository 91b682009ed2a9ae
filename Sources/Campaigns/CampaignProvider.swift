public import Recognition

/// What an API stage answers from: the metadata and campaign of a material, the identity behind a marker code.
///
/// Answers come from memory, since a streaming thread asks. A provider that has to ask somebody else answers with what it
/// knows at once and refines the activity later.
public protocol CampaignProvider: Sendable {
  /// What kind of provider this is, and where its answers come from: for people.
  var details: String { get }
  /// What to show for a material; nil when nothing is known of it.
  func payload(materialID: String) -> CampaignPayload?
  /// Who a marker code belongs to; nil when nobody knows.
  func marker(code: UInt64) -> MarkerIdentity?
}
