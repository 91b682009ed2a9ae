import Testing

@testable import EarmarkCommand

@Suite struct ArgumentParserTests {
  private static let once = OptionDefinition("once", short: "o", .flag, "")
  private static let jobs = OptionDefinition("jobs", short: "j", .value("N"), "")
  private static let tag = OptionDefinition("tag", .values("K=V"), "")
  private static let command = CommandDefinition(
    "pack test", "tests", operands: [OperandDefinition("A", .one, ""), OperandDefinition("B", .any, "")],
    options: [once, jobs, tag], examples: [], exitCodes: [.done])

  private func parse(_ words: String...) throws(UsageError) -> ParsedArguments {
    let parsed = try ArgumentParser(command: Self.command).parse(words)
    try parsed.check()
    return parsed
  }

  @Test func optionsMayStandAnywhere() throws {
    let parsed = try parse("a", "--jobs", "3", "b", "--once", "c")
    #expect(parsed.operands == ["a", "b", "c"])
    #expect(parsed.has(Self.once))
    #expect(try parsed.integer(Self.jobs, in: 1...9) == 3)
  }

  @Test func valuesMayBeAttached() throws {
    #expect(try parse("a", "--jobs=4").value(Self.jobs) == "4")
    #expect(try parse("a", "-j5", "-o").value(Self.jobs) == "5")
    #expect(try parse("a", "-j", "-j5").value(Self.jobs) == "-j5")
    #expect(try parse("a", "--tag", "-j5").values(Self.tag) == ["-j5"])
    #expect(try parse("a", "--", "-j5").operands == ["a", "-j5"])
  }

  @Test func theLastValueCountsAndRepeatedOnesAreKept() throws {
    #expect(try parse("a", "--jobs", "1", "--jobs", "2").value(Self.jobs) == "2")
    #expect(try parse("a", "--tag", "x=1", "--tag", "y=2").values(Self.tag) == ["x=1", "y=2"])
  }

  @Test func twoDashesEndTheOptions() throws {
    #expect(try parse("--", "-x", "--once").operands == ["-x", "--once"])
  }

  @Test func aSingleDashIsAnOperand() throws {
    #expect(try parse("a", "-").operands == ["a", "-"])
  }

  @Test func namesKeepTheirBytes() throws {
    let names = ["Füße 名前.wav", "a b", "x:y", "", "line\nbreak"]
    #expect(try ArgumentParser(command: Self.command).parse(names).operands == names)
  }

  @Test(arguments: [
    (["a", "--jbos", "2"], "unknown option --jbos; did you mean --jobs?"),
    (["a", "--onec=1"], "unknown option --onec; did you mean --once?"),
    (["a", "--zzzzzzz"], "unknown option --zzzzzzz"),
    (["a", "-z"], "unknown option -z"),
    (["a", "--jobs"], "missing argument for --jobs"),
    ([], "A is missing"),
    (["--once"], "A is missing"),
  ])
  func mistakesAreNamed(_ words: [String], _ message: String) {
    let error = #expect(throws: UsageError.self) {
      try ArgumentParser(command: Self.command).parse(words).check()
    }
    #expect(error?.message == message)
    #expect(error?.helpLine == "earmark pack test --help")
  }

  @Test(arguments: ["0", "10", "-1", "x", "1.5", "", "99999999999999999999"])
  func numbersHaveARange(_ text: String) throws {
    let parsed = try parse("a", "--jobs", text)
    #expect(throws: UsageError.self) { try parsed.integer(Self.jobs, in: 1...9) }
  }

  @Test func tooManyOperandsAreRefused() {
    let command = CommandDefinition(
      "x", "", operands: [OperandDefinition("A", .one, "")], examples: [], exitCodes: [])
    let error = #expect(throws: UsageError.self) {
      try ArgumentParser(command: command).parse(["a", "b"]).check()
    }
    #expect(error?.message == "unexpected argument \"b\"")
  }

  @Test func requiredOptionsAreMissed() {
    let command = CommandDefinition(
      "x", "", operands: [], options: [Self.jobs], required: ["jobs"], examples: [], exitCodes: [])
    let error = #expect(throws: UsageError.self) { try ArgumentParser(command: command).parse([]).check() }
    #expect(error?.message == "--jobs is missing")
  }
}
