import Testing

@testable import Hostline

private typealias JSON = Hostline.JSON

@Suite("JSON")
struct JSONTests {
    @Test(
        "A text that is read and written is the same",
        arguments: [
            "null", "true", "false", "0", "-1", "9223372036854775807", "-9223372036854775808",
            "9007199254740993", "0.5", "-0.0", "5e-324", "1.7976931348623157e+308", "\"\"", "[]",
            "{}", #"[[[{"a":[{"b":{}}]}]]]"#, #"{"":1,"__proto__":"no magic","a":null}"#,
            #""é 日本 😀 \u0000 \u001f \" \\ /""#,
        ])
    func roundTrip(text: String) throws {
        #expect(try JSON(text: text).text == text)
    }

    @Test("Every escape is understood, and half a pair stands for nothing")
    func escapes() throws {
        let text = #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\ud83d!\udc00\ud83d\u0041""#
        let expected = "\"\\/\u{8}\u{C}\n\r\té😀\u{FFFD}!\u{FFFD}\u{FFFD}A"
        #expect(try JSON(text: text) == .string(expected))
    }

    @Test(
        "What is no JSON is refused",
        arguments: [
            "", " ", "nul", "truth", "+1", ".5", "-", "1.2.3", "1e", "--1", "[1", "[1,]", "[1 2]",
            "{", #"{"a"}"#, #"{"a":}"#, #"{a:1}"#, #"{"a":1,}"#, "\"", "\"\\", "\"\\x\"",
            "\"\\u12\"", "\"\u{1}\"", "1 2", "[]]", "'a'", "NaN", "Infinity", "nan", "inf",
        ])
    func refused(text: String) async {
        let error = await failure { try JSON(text: text) }
        #expect(error?.code == .invalidInput)
    }

    @Test("What is nested too deeply is refused, and does not use up the stack")
    func depth() throws {
        let nested = { (depth: Int) in
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try JSON(text: nested(512)).text == nested(512))
        #expect(throws: HostlineError.self) { try JSON(text: nested(513)) }
        #expect(throws: HostlineError.self) { try JSON(text: nested(1_000_000)) }
    }

    @Test("An integer that Int cannot hold becomes a number")
    func largeIntegers() throws {
        #expect(try JSON(text: "9223372036854775808") == .number(9_223_372_036_854_775_808))
    }

    @Test("Literals say what they say")
    func literals() {
        let json: JSON = ["a": 2, "b": [true, nil, 0.5, "c"]]
        #expect(json["a"]?.intValue == 2)
        #expect(json["b"]?[0]?.boolValue == true)
        #expect(json["b"]?[1] == .null)
        #expect(json["b"]?[2]?.doubleValue == 0.5)
        #expect(json["b"]?[3]?.stringValue == "c")
        #expect(json["b"]?[4] == nil)
        #expect(json["c"] == nil)
    }

    @Test("A type of the program's own is encoded and decoded")
    func codable() throws {
        struct Weather: Codable, Equatable { var city: String, degrees: Double }
        let weather = Weather(city: "Rome", degrees: 21.5)
        let json = try JSON(encoding: weather)
        #expect(json == ["city": "Rome", "degrees": 21.5])
        #expect(try json.decoded(as: Weather.self) == weather)
    }
}
