import Testing

@testable import Recognition

@Suite struct ActivityTrackerTraceTests {
  @Test(arguments: [
    TraceCase("two hops open", "A A", "A[0-]"),
    TraceCase("one strong hop opens", "A!", "A[0-]"),
    TraceCase("a current one goes on", "A*10", "A[0-]"),
    TraceCase("the end is the last evidence", "A*5 |", "A[0-5]"),
    TraceCase("evidence may end before its hop", "A*4 A_4.3 |", "A[0-4.3]"),
    TraceCase("the start is where the evidence of the first hops begins", "-*3 A^2.5 A", "A[3-]"),
    TraceCase("heard from the middle", "A@12 A |", "A[0-2]@11"),
    TraceCase("the second hop may come after a miss", "A - - A |", "A[0-4]"),
    TraceCase("a miss within hold does not matter", "A A -*5 A |", "A[0-8]"),
    TraceCase("another material", "A*5 B*5 |", "A[0-5] B[5-10]"),
    TraceCase("and back", "A*3 B*3 A@20 A |", "A[0-3] B[3-6] A[6-8]@19"),
    TraceCase("at another speed", "A%1.02*30 |", "A[0.02-30]"),
    TraceCase("slow speed", "A%0.96*30 |", "A[0-30]@0.04"),
    TraceCase("a strong hop of another material", "A*3 B! |", "A[0-3] B[3-4]"),
    TraceCase("a restart", "A*5 A@1 A |", "A[0-5] A[5-7]"),
    TraceCase("a restart with one strong hop", "A*5 A@1! |", "A[0-5] A[5-6]"),
    TraceCase("a jump forward", "A*5 A@30 A |", "A[0-5] A[5-7]@29"),
    TraceCase("twice in a row", "A*10 A@1 A*9 |", "A[0-10] A[10-20]"),
    TraceCase("not heard for longer than hold", "A A -*7", "A[0-2]"),
    TraceCase("heard again after that", "A A -*7 A^9 A^9 |", "A[0-2] A[9-11]@9"),
    TraceCase("a clear lets the same material be reported again", "A*4 | A A |", "A[0-4] A[4-6]@4"),
    TraceCase("a seek", "A*4 | A@50 A |", "A[0-4] A[4-6]@49"),
    TraceCase("running time starts over after a flush", "A*4 | t=0 B B |", "A[0-4] B[0-2]"),
    TraceCase("running time starts over without a flush", "A*20 t=0 B B |", "A[0-20] B[0-2]"),
    TraceCase("two materials mixed: the other opens when the first is over", "A B A A B A B B B |", "A[0-6] B[6-9]@5"),
  ])
  func positive(_ test: TraceCase) {
    #expect(ActivityTrace(test.trace).rows == test.rows)
  }

  @Test(arguments: [
    TraceCase("one weak hop opens nothing", "A", ""),
    TraceCase("nor at the end", "A |", ""),
    TraceCase("two hops of different materials do not agree", "A B", ""),
    TraceCase("two hops at places that do not agree", "A A@40", ""),
    TraceCase("the second hop comes too late", "A -*6 A", ""),
    TraceCase("silence", "-*20 |", ""),
    TraceCase("the same hop said twice confirms nothing", "A =A", ""),
    TraceCase("what pends does not survive an end", "A | A", ""),
    TraceCase("one weak hop of another material is no boundary", "A*3 B A*3 |", "A[0-7]"),
    TraceCase("nor at the end", "A*3 B |", "A[0-3]"),
    TraceCase("a weak hop of another before silence ends nothing early", "A*3 B - - A |", "A[0-7]"),
    TraceCase("hops of two others that do not agree", "A*3 B C A |", "A[0-6]"),
    TraceCase("one outlying place does not make two of one", "A*5 A@40 A@7 A*3 |", "A[0-10]"),
    TraceCase("two outlying places that contradict each other", "A*5 A@40 A@90 A@8 A |", "A[0-9]"),
    TraceCase(
      "the same outlying place again and again, but never twice running",
      "A*5 A@40 A@7 A@42 A@9 A@44 A@11 |", "A[0-11]"),
    TraceCase("an outlying place within tolerance", "A*5 A@7.9 A@8.5 |", "A[0-7]"),
    TraceCase("a place just outside is pending", "A*5 A@8.1 A@7 |", "A[0-7]"),
    TraceCase(
      "the latest accepted hop foretells, not the first: drift adds up",
      "A@1 A@3 A@5 A@7 A@9 A@11 |", "A[0-6]@1"),
    TraceCase("the start is not before the end of the activity before", "A*5 B^2 B |", "A[0-5] B[5-7]"),
    TraceCase("nor before the material's own beginning", "-*5 A@1^2 A", "A[5-]"),
    TraceCase("evidence from the beginning of time", "-*9 A@4^0! |", "A[6-10]"),
    TraceCase("the same restart", "A*5 A@1^0 A |", "A[0-5] A[5-7]"),
    TraceCase("what pended before another opened confirms nothing", "A B! A |", "B[1-2]"),
    TraceCase("a later hop does not take evidence back", "A*5 A_3 |", "A[0-5]"),
    TraceCase("a late hop is ignored", "A*5 t=3 A@80! |", "A[0-5]"),
    TraceCase("an end without an activity", "| | -", ""),
    TraceCase("a second end adds nothing", "A A | |", "A[0-2]"),
  ])
  func negative(_ test: TraceCase) {
    #expect(ActivityTrace(test.trace).rows == test.rows)
  }

  @Test(arguments: [
    TraceCase("a loop that lists the foretold place goes on", "A*8 A@1~A@9 A@2~A@10 A@3~A@11 |", "A[0-11]"),
    TraceCase("another place whose evidence reaches back is another turn", "A*8 A@30^2 A^2 A^2 |", "A[0-11]"),
    TraceCase("also one strong hop of it", "A*8 A@30^2! |", "A[0-9]"),
    TraceCase("a restart after another turn is still a restart", "A*8 A@30^2 A@1^9 A^9 |", "A[0-9] A[9-11]"),
    TraceCase("a place whose evidence is new is a jump", "A*8 A@30^8 A^8 |", "A[0-8] A[8-10]@29"),
    TraceCase("a loop that stops listing it is a restart", "A*8 A@1~A@9 A@2 A@3 |", "A[0-9] A[9-11]@1"),
    TraceCase("the alternative place of the first hop opens too", "A@3~A@8 A@9 |", "A[0-2]@7"),
    TraceCase("so does that of the second", "A@3~A@8 A@9~A@4 |", "A[0-2]@2"),
    TraceCase("an alternative place that does not fit either", "A*8 A@1~A@20 A@2~A@21 |", "A[0-8] A[8-10]"),
    TraceCase("the alternative place of another material fits nothing", "A*8 A@1~B@9 A@2~B@10 |", "A[0-8] A[8-10]"),
  ])
  func loops(_ test: TraceCase) {
    #expect(ActivityTrace(test.trace).rows == test.rows)
  }

  @Test(arguments: [
    TraceCase("the one chosen first is kept while it is an alternative", "A~B*3 B~A*5 |", "A[0-8]"),
    TraceCase("when none is current the best is taken", "B~A B~A |", "B[0-2]"),
    TraceCase("kept through alternating hops", "A~B A~B B~A A~B B~A |", "A[0-5]"),
    TraceCase(
      "a later hop settles it: the wrong one is superseded, the right one has the start",
      "A~B*4 B B |", "xA[0-0] B[0-6]"),
    TraceCase("one strong hop settles it", "A~B*4 B! |", "xA[0-0] B[0-5]"),
    TraceCase(
      "also when the evidence does not reach back, since it was a rival from the start",
      "A~B*12 B^11 B^11 |", "xA[0-0] B[0-14]"),
    TraceCase("also when it was never listed but its evidence reaches back", "A A B@3^0 B^0 |", "xA[0-0] B[0-4]"),
    TraceCase("also when one hop of many did not list it", "A~B*5 A B^0 B^0 |", "xA[0-0] B[0-8]"),
    TraceCase(
      "also when the old one is a reading elsewhere", "A~B*4 B@5^0~A@50 B@6^0~A@51 |", "xA[0-0] B[0-6]"),
    TraceCase("the marker goes along", "A~B*4 +m B B |", "xA[0-0]+m B[0-6]+m"),
    TraceCase("the right one may begin before the wrong one", "C*5 -*2 A^8~B A^8~B B B |", "C[0-5] xA[8-8]@1 B[7-11]"),
    TraceCase("the activity before keeps its end", "C*5 A~B*4 B^5 B^5 |", "C[0-5] xA[5-5] B[5-11]"),
  ])
  func sharedContent(_ test: TraceCase) {
    #expect(ActivityTrace(test.trace).rows == test.rows)
  }

  @Test(arguments: [
    TraceCase("one weak hop settles nothing", "A~B*4 B A |", "A[0-6]"),
    TraceCase("a line that begins later is a boundary", "A*6 B B |", "A[0-6] B[6-8]"),
    TraceCase("so is one whose evidence claims more than the material has", "A*6 B@1^0 B^0 |", "A[0-6] B[6-8]"),
    TraceCase(
      "one never listed, while the old one is still a reading elsewhere", "A*4 B@5^0~A@50 B@6^0~A@51 |",
      "A[0-4] B[4-6]@4"),
    TraceCase("a rival that a hop heard without is none any more", "A~B*4 A*4 B^8 B^8 |", "A[0-8] B[8-10]@8"),
    TraceCase("one never listed, when the old one was heard without it", "A*3 B@4^0 B^0 |", "A[0-3] B[3-5]@3"),
    TraceCase("one that a hop of few did not list", "A~B*3 A B^0 B^0 |", "A[0-4] B[4-6]@4"),
    TraceCase("a rival on another line", "A~B@1*4 B@30^4 B^4 |", "A[0-4] B[4-6]@29"),
    TraceCase("one soon after a very short one does not supersede it", "A! B^1 B^1 |", "A[0-1] B[1-3]"),
    TraceCase("one strong hop about what was heard already", "A*8 B@12^4! |", "A[0-8]"),
    TraceCase("two strong hops about it", "A*8 B@12^4! B^4! |", "A[0-8] B[8-10]@11"),
    TraceCase("a strong hop about what is new", "A*8 B@12^7! |", "A[0-8] B[8-9]@11"),
    TraceCase("an answer cannot refine a superseded one", "A~B*4 B B ?1 |", "xA[0-0] B[0-6]"),
  ])
  func sharedContentNegative(_ test: TraceCase) {
    #expect(ActivityTrace(test.trace).rows == test.rows)
  }

  /// S is a cut-down of L, aired for the first 20 of its 30 s, the last 20, or all 30.
  private static let cutDowns = ["S": 20.0, "L": 30]

  @Test(arguments: [
    TraceCase("the first part alone is the cut-down", "L~S#20*20 |", "S[0-20]"),
    TraceCase("the whole shows when it goes on", "L~S#20*20 L^0*10 |", "xS[0-0] L[0-30]"),
    TraceCase("the last part alone begins with the cut-down", "L@11~S#20 L~S#20*19 |", "S[0-20]"),
    TraceCase("also when the first hop did not list it", "L! L~S@2#20 L~S@3#20 L~S@4#20 |", "xL[0-0] S[0-4]"),
    TraceCase("but later it is left at that", "L! L L~S@3#20 L~S@4#20 |", "L[0-4]"),
    TraceCase("in the whole the cut-down begins later", "L*10 L~S#20*20 |", "L[0-30]"),
    TraceCase("joined in the middle of both it is the best one", "L@15~S@5#20 L~S@6#20 L~S@7#20 |", "L[0-3]@14"),
    TraceCase("two that begin together and are as long", "A~B#20*3 |", "A[0-3]"),
    TraceCase("one with less evidence is not taken for being short", "L~S#18*3 |", "L[0-3]"),
  ])
  func cutDowns(_ test: TraceCase) {
    #expect(ActivityTrace(test.trace, durations: Self.cutDowns).rows == test.rows)
  }
}
