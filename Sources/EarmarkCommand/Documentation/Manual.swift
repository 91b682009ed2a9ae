/// All pages of the manual: of `earmark`, of each group of commands and of each command.
struct Manual {
  private let outline: CommandOutline
  private let date: String

  /// - Parameter date: As the feet of the pages show it, `2026-05-01`.
  init(_ outline: CommandOutline, date: String) {
    self.outline = outline
    self.date = date
  }

  var pages: [ManPage] {
    [program] + outline.groups.map(page(ofGroup:)) + outline.commands.map(page(of:))
  }

  private static func name(_ command: String) -> String { "earmark-" + command.replacing(" ", with: "-") }

  private var program: ManPage {
    var page = ManPage("earmark", summary: "listens to audio and says what is playing", date: date)
    page.synopsis("earmark COMMAND [OPTION…] [ARGUMENT…]")
    page.section("DESCRIPTION")
    page.paragraph(HelpText.programSummary, isFirst: true)
    page.paragraph(
      "Results go to standard output, everything else to standard error. Options may stand before, between and "
        + "after arguments; -- ends them.")
    page.section("COMMANDS")
    for command in outline.commands { page.item("earmark \(command.name)", ManPage.sentence(command.summary)) }
    page.section("OPTIONS")
    for option in OptionDefinition.common + [.version] { Self.add(option, to: &page) }
    Self.addExitCodes(ExitCode.allCases, to: &page)
    page.section("ENVIRONMENT")
    for (name, meaning) in Self.environment { page.item(name, meaning) }
    page.examples(HelpText.programExamples)
    page.related(
      outline.words.map { Self.name($0.text) }.sorted() + ["gst-inspect-1.0", "gst-launch-1.0"])
    return page
  }

  private static let environment = [
    ("EARMARK_STAGES", "external: use only stages that GStreamer finds as plugins, none of the program's own."),
    ("GST_DEBUG", "How much GStreamer logs, for example 3 or earfingerprint:6."),
    ("GST_PLUGIN_PATH", "More folders in which GStreamer looks for plugins."),
    ("NO_COLOR", "Not empty: no colours."),
  ]

  private func page(ofGroup group: CommandOutline.Word) -> ManPage {
    var page = ManPage(Self.name(group.text), summary: group.summary, date: date)
    page.synopsis("earmark \(group.text) COMMAND [OPTION…] [ARGUMENT…]")
    page.section("DESCRIPTION")
    page.paragraph(ManPage.sentence(group.summary), isFirst: true)
    page.section("COMMANDS")
    let members = outline.members(of: group.text)
    for command in members { page.item("earmark \(command.name)", ManPage.sentence(command.summary)) }
    page.examples(members.prefix(2).compactMap(\.examples.first))
    page.related(["earmark"] + members.map { Self.name($0.name) }.sorted())
    return page
  }

  private func page(of command: CommandDefinition) -> ManPage {
    var page = ManPage(Self.name(command.name), summary: command.summary, date: date)
    page.synopsis(command.usage)
    page.section("DESCRIPTION")
    page.paragraph(ManPage.sentence(command.summary), isFirst: true)
    for paragraph in command.details { page.paragraph(paragraph) }
    if !command.operands.isEmpty { page.section("ARGUMENTS") }
    for operand in command.operands { page.item(operand.name, ManPage.sentence(operand.summary)) }
    page.section("OPTIONS")
    for option in command.allOptions { Self.add(option, to: &page) }
    Self.addExitCodes(command.allExitCodes, to: &page)
    page.examples(command.examples)
    let group = command.name.split(separator: " ").count > 1 ? String(command.name.prefix { $0 != " " }) : nil
    let others = outline.members(of: group ?? "").map(\.name).filter { $0 != command.name }
    page.related(["earmark"] + ([group].compactMap(\.self) + others).map(Self.name).sorted())
    return page
  }

  private static func add(_ option: OptionDefinition, to page: inout ManPage) {
    page.item(option.spelling.trimmingPrefix { $0 == " " }.description, ManPage.sentence(option.summary))
  }

  private static func addExitCodes(_ codes: [ExitCode], to page: inout ManPage) {
    page.section("EXIT STATUS")
    for code in codes { page.item("\(code.rawValue)", ManPage.sentence(code.summary)) }
  }
}
