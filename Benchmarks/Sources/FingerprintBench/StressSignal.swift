/// Audio at `Analysis.sampleRate` that is played several times.
struct StressSignal {
  let name: String
  let samples: [Float]
  let repeats: Int
}
