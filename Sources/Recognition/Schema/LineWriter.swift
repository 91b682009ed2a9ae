/// Writes one JSON object on one line, keys in the order they are given.
struct LineWriter {
  private(set) var text: String

  init(type: String) {
    text = "{\"v\":\(TimelineJSON.version),\"type\":"
    JSONValue.write(quoting: type, to: &text)
  }

  /// A member whose value is JSON text already; nil is null.
  mutating func raw(_ key: String, _ value: String?) {
    text += ",\"\(key)\":"
    text += value ?? "null"
  }

  mutating func string(_ key: String, _ value: String?) {
    guard let value else { return raw(key, nil) }
    text += ",\"\(key)\":"
    JSONValue.write(quoting: value, to: &text)
  }

  mutating func json(_ key: String, _ value: JSONValue?) {
    raw(key, value?.text())
  }

  /// `{"id":…,"name":…,"attributes":{…}}` or null.
  mutating func marker(_ marker: MarkerIdentity?) {
    guard let marker else { return raw("marker", nil) }
    text += ",\"marker\":{\"id\":"
    JSONValue.write(quoting: marker.id, to: &text)
    text += ",\"name\":"
    JSONValue.write(quoting: marker.name, to: &text)
    text += ",\"attributes\":"
    JSONValue.object(marker.attributes).write(to: &text)
    text += "}"
  }

  /// The finished line, without a line break.
  consuming func finish() -> String {
    text + "}"
  }
}
