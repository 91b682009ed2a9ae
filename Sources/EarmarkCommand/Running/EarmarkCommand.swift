import Foundation

@main
enum EarmarkCommand {
  static func main() async {
    BrokenPipe.ignore()
    Interruption.shared.listen()
    exit(await Program().run(CommandLine.arguments.dropFirst().map(\.self)).rawValue)
  }
}
