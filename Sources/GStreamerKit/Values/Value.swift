/// What a property, a signal argument or a structure's field can hold.
public enum Value: Sendable, Equatable {
  /// gint (also read from gchar).
  case int(Int32)
  /// guint (also read from guchar).
  case uint(UInt32)
  /// gint64 (also read from glong).
  case int64(Int64)
  /// guint64 (also read from gulong).
  case uint64(UInt64)
  /// gdouble (also read from gfloat).
  case double(Double)
  /// gboolean.
  case boolean(Bool)
  /// gchararray, never NULL: NULL is read as the empty string. An enumeration is read as its nick.
  case string(String)
  /// A nested GstStructure.
  case structure(Structure)
  /// GstValueArray (also read from GstValueList).
  case array([Value])
  /// Anything else, in GStreamer's text form.
  case other(String)
}
