import Earmark
import GStreamerKit
import Testing

/// The stages that come with the library.
@Suite struct StagesTests {
  @Test func everyStageComesFromSomewhere() {
    let origins = Stages.register()
    #expect(origins.keys.sorted() == Stages.names.sorted())
    for (name, origin) in origins { #expect(origin != .missing && GStreamer.hasElement(name)) }
  }
}
