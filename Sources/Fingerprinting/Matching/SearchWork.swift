/// What a search has done since it began: counted, so that tests can tell whether audio can make it do too much.
struct SearchWork: Equatable {
  /// Buckets of the index that were looked up.
  var probes = 0
  /// Postings that were compared.
  var postings = 0
  /// Postings that fitted.
  var hits = 0
}
