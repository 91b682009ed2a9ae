/// What a stretch of the stream says about a line.
struct Evidence: Equatable {
  /// Log-likelihood ratio of "this material" against "chance" over the best stretch, divided by how
  /// chance sums scatter (`Scatter`), nats.
  var strength = 0.0
  /// The same over the latest second.
  var latest = 0.0
  /// Landmarks of the material found in the best stretch.
  var found = 0
  /// First and last hit of the best stretch, ticks of the stream.
  var from = 0
  var until = 0
}
