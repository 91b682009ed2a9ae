// What comes out is made of these types, so that who imports Earmark need not know where they lie.
@_exported public import Recognition

/// A resolved marker: who the code in the audio belongs to.
public typealias Marker = MarkerIdentity
