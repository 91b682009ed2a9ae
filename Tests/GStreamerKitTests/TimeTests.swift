import CGStreamer
import Foundation
import Testing

@testable import GStreamerKit

@Suite struct TimeTests {
  init() { #expect(TestSupport.isReady) }

  private func segment(rate: Double = 1, start: UInt64 = 0, stop: UInt64? = nil, base: UInt64 = 0, time: UInt64 = 0)
    -> Segment
  {
    var raw = GstSegment()
    gst_segment_init(&raw, GST_FORMAT_TIME)
    raw.rate = rate
    raw.start = GstClockTime(start)
    raw.stop = GstClockTime(stop ?? ClockTime.none)
    raw.base = GstClockTime(base)
    raw.time = GstClockTime(time)
    return Segment(raw)
  }

  @Test func timesInsideTheSegment() {
    let segment = segment(start: 100, stop: 200, base: 1000, time: 50)
    #expect(segment.toRunningTime(150) == 1050)
    #expect(segment.toStreamTime(150) == 100)
    #expect(segment.firstRunningTime == 1000)
    #expect(segment.stop == 200)
    #expect(self.segment(rate: 2, start: 100).toRunningTime(300) == 100)
    #expect(self.segment(rate: -1, start: 100, stop: 200).toRunningTime(150) == 50)
    #expect(self.segment(rate: -1, start: 100, stop: 200, base: 7).firstRunningTime == 7)
  }

  @Test func noTimesOutsideTheSegment() {
    let segment = segment(start: 100, stop: 200)
    #expect(segment.toRunningTime(99) == nil)
    #expect(segment.toRunningTime(201) == nil)
    #expect(segment.toStreamTime(99) == nil)
    #expect(segment.toRunningTime(ClockTime.none) == nil)
    var raw = GstSegment()
    gst_segment_init(&raw, GST_FORMAT_BYTES)
    #expect(Segment(raw).toRunningTime(0) == nil)
    #expect(Segment(raw).format == .bytes)
  }

  @Test func durationsOfFrames() {
    #expect(ClockTime.duration(frames: 8000, rate: 8000) == ClockTime.second)
    #expect(ClockTime.duration(frames: 1, rate: 44100) == 22675)
    #expect(ClockTime.duration(frames: 44100 * 3600 * 24 * 365, rate: 44100) == ClockTime.second * 3600 * 24 * 365)
    #expect(ClockTime.duration(frames: 1, rate: 0) == 0)
    #expect(ClockTime.duration(frames: .max, rate: 1) < ClockTime.none)
    #expect(ClockTime.optional(ClockTime.none) == nil)
    #expect(ClockTime.optional(5) == 5)
  }

  @Test func buffersThatFollowEachOther() {
    var clock = AudioClock()
    #expect(clock.advance(pts: 0, frames: 441, rate: 44100, segmentStart: 0) == (0, true))
    #expect(clock.advance(pts: 10_000_000, frames: 441, rate: 44100, segmentStart: 0) == (10_000_000, false))
    #expect(clock.advance(pts: nil, frames: 441, rate: 44100, segmentStart: 0) == (20_000_000, false))
    #expect(clock.advance(pts: 69_000_000, frames: 441, rate: 44100, segmentStart: 0) == (69_000_000, false))
    #expect(clock.advance(pts: 200_000_000, frames: 441, rate: 44100, segmentStart: 0) == (200_000_000, true))
    #expect(clock.advance(pts: 100_000_000, frames: 441, rate: 44100, segmentStart: 0) == (100_000_000, true))
    clock.skip(to: 500_000_000)
    #expect(clock.advance(pts: nil, frames: 1, rate: 44100, segmentStart: 0) == (500_000_000, false))
    clock.forget()
    #expect(clock.advance(pts: nil, frames: 1, rate: 44100, segmentStart: 7) == (7, true))
  }

  @Test func countedTimesDoNotDrift() {
    var clock = AudioClock()
    var last: UInt64 = 0
    for _ in 0...44100 { last = clock.advance(pts: nil, frames: 1, rate: 44100, segmentStart: 0).start }
    #expect(last == ClockTime.second)
  }
}
