extension PackTables {
  /// The bytes of the five tables.
  struct Encoded {
    var materials: [UInt8] = []
    var texts = PackTextWriter()
    var metadata = PackTextWriter()
    var campaigns = PackTextWriter()
    var markers: [UInt8] = []

    /// Lays out materials, whose peaks follow one another in PEAK, and markers, whose codes ascend.
    init(_ entries: [PackEntry], _ markers: [PackMarker]) {
      materials.appendTableHeader(count: entries.count, recordBytes: PackFormat.materialRecordBytes)
      var offset = 0
      for entry in entries {
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
        offset =
          (offset + entry.bytes + PackFormat.peakAlignment - 1) / PackFormat.peakAlignment * PackFormat.peakAlignment
      }
      self.markers.appendTableHeader(count: markers.count, recordBytes: PackFormat.markerRecordBytes)
      for marker in markers {
        self.markers.appendLittleEndian(marker.code)
        self.markers.appendLittleEndian(UInt32(0))
        texts.add(marker.id, to: &self.markers)
        texts.add(marker.name, to: &self.markers)
        metadata.add(marker.attributes, to: &self.markers)
      }
    }

    /// The bytes of all five together.
    var count: Int {
      materials.count + texts.bytes.count + metadata.bytes.count + campaigns.bytes.count + markers.count
    }
  }
}

extension [UInt8] {
  fileprivate mutating func appendTableHeader(count: Int, recordBytes: Int) {
    appendLittleEndian(UInt32(truncatingIfNeeded: count))
    appendLittleEndian(UInt32(truncatingIfNeeded: recordBytes))
    appendLittleEndian(UInt64(0))
  }
}
