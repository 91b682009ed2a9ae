import CGStreamer
import Synchronization

/// Hears the messages of a decoding pipeline, in whichever thread they are posted.
final class DecodeListener: Sendable {
  private struct State {
    var title: String?
    var titleIsGlobal = false
    var missing: [MissingPlugin] = []
    var hasData = false
  }

  private let channel: DecodeChannel
  private let state = Mutex(State())

  init(channel: DecodeChannel) { self.channel = channel }

  /// The title of the whole input, else that of a stream in it.
  var title: String? { state.withLock { $0.title } }
  var missing: [MissingPlugin] { state.withLock { $0.missing } }
  var hasData: Bool { state.withLock { $0.hasData } }

  func noteData() { state.withLock { $0.hasData = true } }

  func receive(_ message: UnsafeMutablePointer<GstMessage>) {
    switch message.pointee.type {
    case GST_MESSAGE_ERROR: channel.fail(PipelineFailure(message))
    case GST_MESSAGE_EOS: channel.end()
    case GST_MESSAGE_TAG: receiveTags(message)
    case GST_MESSAGE_ELEMENT:
      if let plugin = MissingPlugin(message) { state.withLock { $0.missing.append(plugin) } }
    default: break
    }
  }

  private func receiveTags(_ message: UnsafeMutablePointer<GstMessage>) {
    var tags: UnsafeMutablePointer<GstTagList>?
    gst_message_parse_tag(message, &tags)
    guard let tags else { return }
    defer { gst_mini_object_unref(UnsafeMutableRawPointer(tags).assumingMemoryBound(to: GstMiniObject.self)) }
    var text: UnsafeMutablePointer<gchar>?
    guard gst_tag_list_get_string_index(tags, "title", 0, &text) != 0, let text else { return }
    defer { g_free(text) }
    let isGlobal = gst_tag_list_get_scope(tags) == GST_TAG_SCOPE_GLOBAL
    let title = String(cString: text)
    guard title.contains(where: { !$0.isWhitespace }) else { return }
    state.withLock { state in
      guard state.title == nil || (isGlobal && !state.titleIsGlobal) else { return }
      state.title = title
      state.titleIsGlobal = isGlobal
    }
  }
}
