import Foundation

/// Standard input, output and error as the program finds them.
enum StandardDescriptors {
  /// Takes the numbers of those that were closed by whoever started the program, before the next file that is opened gets
  /// one and results end up in it. What is there instead fails when it is used, as a closed one would.
  static func hold() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      // The lowest number that is free is taken, which is this one.
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
