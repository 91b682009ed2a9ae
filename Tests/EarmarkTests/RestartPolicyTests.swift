import Testing

@testable import Earmark

@Suite struct RestartPolicyTests {
  @Test func delaysDoubleUpToTheLongest() {
    let policy = RestartPolicy(when: .onFailure, initialDelay: 1, maximumDelay: 30)
    #expect((0..<8).map(policy.delay(afterFailure:)) == [1, 2, 4, 8, 16, 30, 30, 30])
    #expect(policy.delay(afterFailure: .max) == 30)
  }

  @Test func oddNumbersAreHarmless() {
    #expect(RestartPolicy(when: .always, initialDelay: 0, maximumDelay: 30).delay(afterFailure: 1000) == 0)
    #expect(RestartPolicy(when: .always, initialDelay: -5, maximumDelay: -9).delay(afterFailure: 3) == 0)
    #expect(RestartPolicy(when: .always, initialDelay: 50, maximumDelay: 3).delay(afterFailure: 3) == 50)
    #expect(RestartPolicy(when: .always, initialDelay: .nan, maximumDelay: .infinity).delay(afterFailure: 90) == 30)
  }
}
