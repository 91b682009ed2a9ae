extension CampaignPayload {
  /// This payload refined by a later one about the same hearing: better never becomes worse.
  ///
  /// The first observation stays (time, position, score and the material's metadata; a later payload only fills what is
  /// absent). Marker and campaign fields are taken from the later payload where it has something to say:
  /// - An absent or empty field changes nothing, at any depth.
  /// - A campaign with the same or no `_id` is merged key by key; one with another `_id` is another campaign and
  ///   replaces the first.
  /// - A marker replaces its name, id and name together. Without a marker in the later payload the marker stays, and
  ///   so do the values of `trait` that came with it: what the marker said wins over what a campaign says.
  public func merging(newer: CampaignPayload) -> CampaignPayload {
    var merged = self
    merged.activityID = activityID ?? newer.activityID
    merged.materialID = materialID ?? newer.materialID
    merged.title = title ?? newer.title
    merged.type = type ?? newer.type
    merged.image = image ?? newer.image
    merged.duration = duration ?? newer.duration
    merged.position = position ?? newer.position
    merged.score = score ?? newer.score
    merged.observedAt = observedAt ?? newer.observedAt
    merged.campaign = mergedCampaign(newer.campaign)
    merged.other = other.refined(by: newer.other)
    mergeMarker(newer, into: &merged)
    return merged
  }

  private func mergedCampaign(_ newer: [String: JSONValue]?) -> [String: JSONValue]? {
    guard let newer else { return campaign }
    guard let campaign else { return newer }
    if let id = (campaign["_id"]?.stringValue).nonEmpty, let newID = (newer["_id"]?.stringValue).nonEmpty, id != newID {
      return newer
    }
    return campaign.refined(by: newer)
  }

  private func mergeMarker(_ newer: CampaignPayload, into merged: inout CampaignPayload) {
    guard let newMarker = newer.marker else {
      // Without a marker of its own the later payload may add to the trait; it overrides only a trait without a marker.
      let trait =
        marker == nil
        ? (trait ?? [:]).refined(by: newer.trait ?? [:]) : (newer.trait ?? [:]).refined(by: trait ?? [:])
      merged.setMarker(marker, audioMarkerID: audioMarkerID, audioMarkerName: audioMarkerName, trait: trait)
      return
    }
    // Id and name belong to one marker: a later payload that only repeats the name keeps them.
    let keepsIdentity = newer.audioMarkerID == nil && newMarker == marker
    merged.setMarker(
      newMarker, audioMarkerID: keepsIdentity ? audioMarkerID : newer.audioMarkerID,
      audioMarkerName: keepsIdentity ? audioMarkerName : newer.audioMarkerName,
      trait: (trait ?? [:]).refined(by: newer.trait ?? [:]))
  }
}

extension [String: JSONValue] {
  /// Key by key, objects at any depth: what the newer object has replaces, what is absent or empty there stays.
  func refined(by newer: [String: JSONValue]) -> [String: JSONValue] {
    merging(newer) { old, new in
      if new.isEmpty { return old }
      if case .object(let oldMembers) = old, case .object(let newMembers) = new {
        return .object(oldMembers.refined(by: newMembers))
      }
      return new
    }
  }
}
