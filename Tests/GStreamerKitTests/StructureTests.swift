import GStreamerKit
import Testing

@Suite struct StructureTests {
  init() { #expect(TestSupport.isReady) }

  @Test func everyTypeGoesInAndOut() {
    var structure = Structure("earmark-test")
    structure["a"] = Int32.min
    structure["b"] = UInt32.max
    structure["c"] = Int64.min
    structure["d"] = UInt64.max
    structure["e"] = 0.1
    structure["f"] = true
    structure["g"] = "quote \" comma, ü"
    structure["h"] = ["x", "y"]
    #expect(structure["a"] == Int32.min)
    #expect(structure["b"] == UInt32.max)
    #expect(structure["c"] == Int64.min)
    #expect(structure["d"] == UInt64.max)
    #expect(structure["e"] == 0.1)
    #expect(structure["f"] == true)
    #expect(structure["g"] == "quote \" comma, ü")
    #expect(structure["h"] == ["x", "y"])
    #expect(structure.fieldNames == ["a", "b", "c", "d", "e", "f", "g", "h"])
    #expect(structure[value: "d"] == .uint64(.max))
  }

  @Test func integersOfAnyTypeAreReadWhereTheyFit() {
    var structure = Structure("earmark-test")
    structure["small"] = Int32(7)
    structure["negative"] = Int32(-1)
    structure["large"] = UInt64.max
    #expect(structure["small"] == UInt64(7))
    #expect(structure["small"] == Int64(7))
    #expect(structure["small"] == 7.0)
    #expect(structure.get("negative", as: UInt64.self) == nil)
    #expect(structure.get("negative", as: UInt32.self) == nil)
    #expect(structure.get("large", as: Int64.self) == nil)
    #expect(structure.get("large", as: Int32.self) == nil)
  }

  @Test func missingAndMistypedFieldsAreNil() {
    var structure = Structure("earmark-test")
    structure["text"] = "7"
    structure["number"] = 7.5
    #expect(structure.get("nothing", as: String.self) == nil)
    #expect(structure.get("text", as: Int32.self) == nil)
    #expect(structure.get("text", as: Double.self) == nil)
    #expect(structure.get("number", as: Int32.self) == nil)
    #expect(structure.get("number", as: String.self) == nil)
    #expect(structure.get("number", as: Bool.self) == nil)
    #expect(structure.get("text", as: [String].self) == nil)
    #expect(!structure.has("nothing"))
  }

  @Test func arraysOfStructuresNest() throws {
    var first = Structure("alternative")
    first["material-id"] = "m1"
    first["position"] = Int64(5)
    var second = first
    second["material-id"] = "m2"
    var structure = Structure("earmark-material")
    structure["alternatives"] = [first, second]
    structure["none"] = [Structure]()
    let alternatives: [Structure] = try #require(structure["alternatives"])
    #expect(alternatives.compactMap { $0.get("material-id", as: String.self) } == ["m1", "m2"])
    #expect(structure.get("none", as: [Structure].self) == [])
    let again = try #require(Structure(parsing: structure.text))
    #expect(again == structure)
  }

  @Test func listsAreReadLikeArrays() throws {
    let structure = try #require(Structure(parsing: "x, a=(int){1,2}, b=(int)<3,4>, c=<1,\"x\">"))
    #expect(structure["a"] == [Int32(1), 2])
    #expect(structure["b"] == [Int32(3), 4])
    #expect(structure.get("c", as: [Int32].self) == nil)
  }

  @Test func copiesAreIndependent() {
    var one = Structure("earmark-test")
    one["a"] = "1"
    var two = one
    two["a"] = "2"
    two["b"] = true
    #expect(one["a"] == "1")
    #expect(!one.has("b"))
    #expect(one != two)
    two["b"] = Bool?.none
    #expect(!two.has("b"))
  }

  @Test func malformedTextIsRefused() {
    for text in ["", "x, a=(int)", "x, a=(nonsense)1", "1x;y,,"] { #expect(Structure(parsing: text) == nil, "\(text)") }
  }

  @Test func namesAreMadeValid() {
    #expect(Structure("earmark-x").name == "earmark-x")
    #expect(Structure("with space").name == "with-space")
    #expect(Structure("1").name == "x1")
    #expect(Structure("").name == "x")
  }
}
