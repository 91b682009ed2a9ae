import GStreamerKit
import Testing

/// What is known of elements before they are made.
@Suite struct ElementFactoryTests {
  @Test func properties() throws {
    let source = try #require(ElementFactory(named: "audiotestsrc"))
    #expect(source.name == "audiotestsrc" && source.plugin == "audiotestsrc" && !source.isBin && !source.isChildProxy)
    let wave = try #require(source.property(named: "wave"))
    guard case .enumeration(let nicks) = wave.kind else {
      Issue.record("wave is \(wave.kind)")
      return
    }
    #expect(nicks.first == "sine" && wave.defaultText == "sine" && wave.isReadable && wave.isWritable)
    #expect(wave.accepts("square") && wave.accepts("1") && !wave.accepts("squre") && !wave.accepts("99"))
    let volume = try #require(source.property(named: "volume"))
    #expect(volume.kind == .number(minimum: 0, maximum: 1) && volume.defaultText == "0.8")
    #expect(volume.accepts("0.25") && !volume.accepts("1.5") && !volume.accepts("loud") && !volume.accepts(""))
    let buffers = try #require(source.property(named: "num-buffers"))
    #expect(buffers.kind == .whole(minimum: "-1", maximum: "2147483647") && buffers.defaultText == "-1")
    #expect(buffers.accepts("0x10") && !buffers.accepts("-2") && !buffers.accepts("1 2"))
    #expect(source.property(named: "is-live")?.kind == .boolean)
    #expect(source.property(named: "nothing") == nil)
  }

  @Test func bins() throws {
    let player = try #require(ElementFactory(named: "playbin"))
    #expect(player.isBin && player.isChildProxy)
    #expect(player.property(named: "audio-sink")?.kind == .element)
    guard case .flags(let nicks)? = player.property(named: "flags")?.kind else {
      Issue.record("flags are none")
      return
    }
    #expect(nicks.contains("audio"))
    #expect(player.property(named: "sample")?.isWritable == false)
  }

  @Test func manyElementsCanBeLookedAt() {
    let names = ElementFactory.names
    #expect(names.contains("queue") && names.count > 100)
    for name in names.sorted().enumerated().filter({ $0.offset % 7 == 0 }).map(\.element) {
      guard let factory = ElementFactory(named: name) else { continue }
      for property in factory.properties {
        #expect(!property.name.isEmpty && !property.expectation.isEmpty)
        guard property.isWritable, let text = property.defaultText else { continue }
        #expect(property.accepts(text), "\(name) \(property.name) \(text)")
      }
    }
  }

  @Test func whatIsNotThere() {
    #expect(ElementFactory(named: "nosuchelement") == nil)
    #expect(ElementFactory(named: "") == nil)
    #expect(ElementFactory(named: "audio/x-raw") == nil)
  }
}
