import Foundation

/// CPU time of the calling thread, so that what other threads do meanwhile is not counted.
enum CPUClock {
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
