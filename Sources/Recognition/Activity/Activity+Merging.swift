extension Activity {
  /// This activity as a later revision of it says, except that nothing known is lost: marker, end and payload never
  /// degrade (`CampaignPayload.merging(newer:)`), and what was superseded stays so.
  public func merging(newer: Activity) -> Activity {
    var merged = newer
    merged.id = id
    merged.materialID = materialID
    merged.end = newer.end ?? end
    merged.marker = newer.marker ?? marker
    merged.payload = payload.merging(newer: newer.payload)
    merged.isSuperseded = isSuperseded || newer.isSuperseded
    return merged
  }
}
