import Foundation
import Synchronization

/// Reads a pipe to its end beside everything else, so that its writer never has to wait.
final class PipeReader: Sendable {
  private let contents = Mutex(Data())
  private let done = DispatchSemaphore(value: 0)

  init(_ pipe: Pipe) {
    let handle = pipe.fileHandleForReading
    Thread.detachNewThread { [self] in
      let data = (try? handle.readToEnd()) ?? Data()
      contents.withLock { $0 = data }
      done.signal()
    }
  }

  func data() -> Data {
    done.wait()
    return contents.withLock { $0 }
  }
}
