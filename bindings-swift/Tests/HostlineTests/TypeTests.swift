import Testing

@testable import Hostline

@Suite("Types")
struct TypeTests {
    @Test("Members that are not known are kept and given back")
    func members() throws {
        let json: Hostline.JSON = [
            "name": "t", "inputSchema": ["type": "object"], "later": ["a": [1, nil]],
            "annotations": ["readOnlyHint": true, "later": 1],
        ]
        let tool = try Hostline.Tool(json: json)
        #expect(tool.name == "t")
        #expect(tool.annotations?.readOnlyHint == true)
        #expect(tool.extra == ["later": ["a": [1, nil]]])
        #expect(tool.json == json)
    }

    @Test("An object of a kind that is not known is kept and given back")
    func tags() throws {
        let smell: Hostline.JSON = ["type": "smell", "of": "rain"]
        #expect(try Hostline.ContentBlock(json: smell) == .other(smell))
        #expect(Hostline.ContentBlock.other(smell).json == smell)
        let text: Hostline.JSON = ["type": "text", "text": "a", "later": 1]
        let block = try Hostline.ContentBlock(json: text)
        guard case .text(let content) = block else {
            Issue.record("it is \(block)")
            return
        }
        #expect(content.text == "a")
        #expect(block.json == text)
    }

    @Test("A name that is not known is kept and given back")
    func names() throws {
        let level = try Hostline.LoggingLevel(json: "shouting")
        #expect(level.rawValue == "shouting")
        #expect(level.json == "shouting")
        #expect(try Hostline.LoggingLevel(json: "error") == .error)
        #expect(HostlineError.Code.invalidInput.rawValue == "invalid_input")
    }

    @Test("Null is a value where any JSON may stand, and nothing elsewhere")
    func nulls() throws {
        let json: Hostline.JSON = [
            "content": [], "validation": ["status": "valid"], "structuredContent": nil,
            "isError": nil,
        ]
        let result = try Hostline.CallToolResult(json: json)
        #expect(result.structuredContent == .some(.null))
        #expect(result.isError == nil)
        #expect(result.json["structuredContent"] == .null)
        #expect(result.json["isError"] == nil)
    }

    @Test("A value of another shape is a fault of Hostline, said by its place")
    func misfits() async {
        let without = await failure { try Hostline.Tool(json: [:]) }
        #expect(without?.code == .internal)
        #expect(without?.reason.contains("Tool without name") == true)
        let wrong = await failure {
            try Hostline.Tool(json: ["name": 5, "inputSchema": [:]])
        }
        #expect(wrong?.code == .internal)
    }

    @Test("A listing is a collection that says what was left out of it")
    func listings() throws {
        let json: Hostline.JSON = [
            "items": [["type": "text", "text": "a"], ["type": "text", "text": "b"]],
            "dropped": [["index": 1, "reason": "no name", "kept": false]],
        ]
        let listing = try Hostline.Listing<Hostline.ContentBlock>(json: json)
        #expect(listing.count == 2)
        #expect(listing.last == .text(.init(text: "b")))
        #expect(listing.dropped.map(\.index) == [1])
        #expect(listing.json == json)
    }
}
