extension PackTables {
  /// The bytes of a segment's tables.
  struct Encoded {
    var materials: [UInt8] = []
    var texts = PackTextWriter()
    var metadata = PackTextWriter()
    var campaigns = PackTextWriter()
    var markers: [UInt8] = []
    /// Empty when nothing is removed or amended.
    var removals: [UInt8] = []
    var amendments: [UInt8] = []

    /// Lays out materials, whose peaks follow one another in PEAK, markers, whose codes ascend, and the rest.
    init(_ content: PackSegmentContent) {
      let recordBytes =
        content.ordinals == nil ? PackFormat.materialRecordBytes : PackFormat.orderedMaterialRecordBytes
      materials.appendTableHeader(count: content.entries.count, recordBytes: recordBytes)
      var offset = 0
      for (number, entry) in content.entries.enumerated() {
        texts.add(entry.material.id, to: &materials)
        texts.add(entry.material.title, to: &materials)
        texts.add(entry.material.type, to: &materials)
        texts.add(entry.material.image, to: &materials)
        metadata.add(entry.material.metadata, to: &materials)
        campaigns.add(entry.material.campaign, to: &materials)
        materials.appendLittleEndian(entry.material.duration.bitPattern)
        materials.appendLittleEndian(UInt64(offset))
        materials.appendLittleEndian(UInt64(entry.bytes))
        materials.appendLittleEndian(entry.checksum)
        materials.appendLittleEndian(UInt32(0))
        if let ordinals = content.ordinals {
          materials.appendLittleEndian(ordinals[number])
          materials.appendLittleEndian(UInt32(0))
        }
        offset =
          (offset + entry.bytes + PackFormat.peakAlignment - 1) / PackFormat.peakAlignment * PackFormat.peakAlignment
      }
      self.markers.appendTableHeader(count: content.markers.count, recordBytes: PackFormat.markerRecordBytes)
      for marker in content.markers {
        self.markers.appendLittleEndian(marker.code)
        self.markers.appendLittleEndian(UInt32(0))
        texts.add(marker.id, to: &self.markers)
        texts.add(marker.name, to: &self.markers)
        metadata.add(marker.attributes, to: &self.markers)
      }
      if !content.removals.isEmpty {
        removals.appendTableHeader(count: content.removals.count, recordBytes: PackFormat.removalRecordBytes)
        for removal in content.removals { removals.append(reference: removal) }
      }
      if !content.amendments.isEmpty {
        amendments.appendTableHeader(count: content.amendments.count, recordBytes: PackFormat.amendmentRecordBytes)
        for (material, campaign) in content.amendments {
          amendments.append(reference: material)
          campaigns.add(campaign, to: &amendments)
          amendments.appendLittleEndian(UInt64(0))
        }
      }
    }

    /// The bytes of all together.
    var count: Int {
      materials.count + texts.bytes.count + metadata.bytes.count + campaigns.bytes.count + markers.count
        + removals.count + amendments.count
    }
  }
}

extension [UInt8] {
  fileprivate mutating func appendTableHeader(count: Int, recordBytes: Int) {
    appendLittleEndian(UInt32(truncatingIfNeeded: count))
    appendLittleEndian(UInt32(truncatingIfNeeded: recordBytes))
    appendLittleEndian(UInt64(0))
  }

  fileprivate mutating func append(reference: PackReference) {
    appendLittleEndian(reference.segment)
    appendLittleEndian(reference.number)
  }
}
