/// Marker stretches that wait for their activity, and which activity each identity went to.
struct MarkerQueue: Sendable {
  struct Stretch: Sendable, Equatable {
    var marker: MarkerIdentity
    var from: UInt64
    var to: UInt64
  }

  struct Decision: Sendable, Equatable {
    var marker: MarkerIdentity
    var activityID: String
  }

  /// An activity that may get a marker.
  struct Candidate: Sendable {
    var activityID: String
    var start: UInt64
    var heardUntil: UInt64
  }

  /// Where the repetitions of one identity went.
  private struct Attachment: Sendable {
    var markerID: String
    var activityID: String
    var until: UInt64
  }

  private var waiting: [Stretch] = []
  private var attachments: [Attachment] = []

  /// How far the nearest activity may be, in nanoseconds.
  private static let reach: UInt64 = 2_000_000_000
  /// Two decodes of one identity no further apart belong to one run: the slowest profile repeats within 13 s.
  private static let longestGap: UInt64 = 15_000_000_000
  private static let mostWaiting = 32
  private static let mostAttachments = 32

  var isEmpty: Bool { waiting.isEmpty }

  /// Everything remembered.
  var count: Int { waiting.count + attachments.count }

  mutating func append(_ stretch: Stretch) {
    waiting.append(stretch)
    if waiting.count > Self.mostWaiting { waiting.removeFirst() }
  }

  mutating func removeAll() {
    waiting = []
  }

  mutating func forgetAttachments() {
    attachments = []
  }

  /// Takes out the stretches that can be decided.
  ///
  /// - Parameters:
  ///   - candidates: The activities that may get a marker, oldest first.
  ///   - now: The latest running time known.
  ///   - hold: How long a stretch waits for an activity that is yet to open; three times as long it is kept at all.
  ///   - isLast: Nothing more is to come: decide now.
  mutating func decide(
    among candidates: [Candidate], at now: UInt64, hold: UInt64, isLast: Bool
  ) -> [Decision] {
    let frontier = candidates.map(\.heardUntil).max() ?? 0
    var decisions: [Decision] = []
    var kept: [Stretch] = []
    for stretch in waiting {
      let age = now.subtractingSaturating(stretch.to)
      if let id = owner(of: stretch, among: candidates, frontier: frontier, isDue: isLast || age >= hold) {
        note(stretch, went: id)
        decisions.append(Decision(marker: stretch.marker, activityID: id))
      } else if age / 3 < max(hold, 1) {
        kept.append(stretch)
      }
    }
    waiting = kept
    return decisions
  }

  private func owner(
    of stretch: Stretch, among candidates: [Candidate], frontier: UInt64, isDue: Bool
  ) -> String? {
    var best: (id: String, overlap: UInt64)?
    for candidate in candidates {
      let overlap = stretch.overlap(from: candidate.start, to: candidate.heardUntil)
      // Of equal ones the later.
      if overlap > 0, overlap >= best?.overlap ?? 0 { best = (candidate.activityID, overlap) }
    }
    if let best {
      let unheard = stretch.to.subtractingSaturating(max(stretch.from, frontier))
      return best.overlap >= unheard || isDue ? best.id : nil
    }
    guard isDue else { return nil }
    let nearest = candidates.map { candidate in
      (candidate, stretch.distance(from: candidate.start, to: candidate.heardUntil))
    }.filter { $0.1 <= Self.reach }.min { $0.1 < $1.1 }
    guard let id = nearest?.0.activityID, !wentElsewhere(stretch, than: id) else { return nil }
    return id
  }

  /// Whether the run of repetitions that a stretch belongs to was attached to another activity.
  private func wentElsewhere(_ stretch: Stretch, than activityID: String) -> Bool {
    attachments.contains {
      $0.markerID == stretch.marker.id && $0.activityID != activityID
        && stretch.from.subtractingSaturating($0.until) <= Self.longestGap
    }
  }

  private mutating func note(_ stretch: Stretch, went activityID: String) {
    var until = stretch.to
    if let index = attachments.firstIndex(where: {
      $0.markerID == stretch.marker.id && $0.activityID == activityID
    }) {
      until = max(until, attachments.remove(at: index).until)
    }
    attachments.append(Attachment(markerID: stretch.marker.id, activityID: activityID, until: until))
    if attachments.count > Self.mostAttachments { attachments.removeFirst() }
  }
}

extension MarkerQueue.Stretch {
  /// How much of another stretch this one covers, in nanoseconds; a single moment inside it counts as 1.
  fileprivate func overlap(from start: UInt64, to end: UInt64) -> UInt64 {
    let overlap = min(to, end).subtractingSaturating(max(from, start))
    let isMomentInside = from == to && start <= from && from <= end
    return max(overlap, isMomentInside ? 1 : 0)
  }

  /// The gap between the two stretches.
  fileprivate func distance(from start: UInt64, to end: UInt64) -> UInt64 {
    max(start.subtractingSaturating(to), from.subtractingSaturating(end))
  }
}
