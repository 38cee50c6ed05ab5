// JSON as text: a reader and a writer. Foundation's own takes more than twice as long for a large
// text, and does not tell a truth value from a number on every platform.

/// Reads one JSON text.
struct JSONReader {
    private typealias JSON = Hostline.JSON

    /// How deeply arrays and objects may be nested: deeper ones could use up a thread's stack.
    private static let deepest = 512

    private let bytes: [UInt8]
    private var place = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The value of the whole text.
    mutating func document() throws -> Hostline.JSON {
        let value = try value(depth: 0)
        skipSpace()
        guard place == bytes.count else { throw fault("there is more after its end") }
        return value
    }

    private mutating func value(depth: Int) throws -> JSON {
        guard depth < Self.deepest else { throw fault("it is nested too deeply") }
        skipSpace()
        guard let byte = peek() else { throw fault("it ends too early") }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws -> JSON {
        var members: [String: JSON] = [:]
        place += 1
        skipSpace()
        if take("}") { return .object(members) }
        repeat {
            skipSpace()
            guard peek() == UInt8(ascii: "\"") else { throw fault("a member has no name") }
            let name = try string()
            skipSpace()
            guard take(":") else { throw fault("a colon is missing") }
            members[name] = try value(depth: depth + 1)
            skipSpace()
        } while take(",")
        guard take("}") else { throw fault("an object does not end") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws -> JSON {
        var items: [JSON] = []
        place += 1
        skipSpace()
        if take("]") { return .array(items) }
        repeat {
            items.append(try value(depth: depth + 1))
            skipSpace()
        } while take(",")
        guard take("]") else { throw fault("a list does not end") }
        return .array(items)
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws -> JSON {
        for byte in word.description.utf8 {
            guard peek() == byte else { throw fault("a word is unknown") }
            place += 1
        }
        return value
    }

    private mutating func number() throws -> JSON {
        let start = place
        var whole = true
        scan: while let byte = peek() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): break
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"):
                whole = false
            default: break scan
            }
            place += 1
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        // A zero with a sign is no integer: it would lose the sign.
        if whole, text != "-0", let integer = Int(text) { return .integer(integer) }
        guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "."),
            let number = Double(text)
        else { throw fault("a value is none") }
        return .number(number)
    }

    private mutating func string() throws -> String {
        place += 1
        let start = place
        place = plainEnd(from: place)
        // Most texts have no escapes and are taken as they stand.
        if take("\"") { return String(decoding: bytes[start..<place - 1], as: UTF8.self) }
        var text = Array(bytes[start..<place])
        while true {
            guard let byte = peek() else { throw fault("a text does not end") }
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escaped(onto: &text)
            default: throw fault("a text has a control character")
            }
            let plain = place
            place = plainEnd(from: place)
            text.append(contentsOf: bytes[plain..<place])
        }
    }

    /// Where the bytes end that stand for themselves.
    private func plainEnd(from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var end = start
            while end < bytes.count, bytes[end].isPlain { end += 1 }
            return end
        }
    }

    private mutating func escaped(onto text: inout [UInt8]) throws {
        guard let byte = peek() else { throw fault("a text does not end") }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
        case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
        case UInt8(ascii: "u"): text.append(contentsOf: String(try utf16()).utf8)
        default: throw fault("a text has an unknown escape")
        }
    }

    /// A character that is written as one or two units of UTF-16. Half of a pair stands for nothing.
    private mutating func utf16() throws -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        let before = place
        guard first < 0xDC00, take("\\"), take("u") else {
            place = before
            return "\u{FFFD}"
        }
        let second = try unit()
        guard (0xDC00...0xDFFF).contains(second) else {
            place = before
            return "\u{FFFD}"
        }
        let offset = (UInt32(first) - 0xD800) << 10 | (UInt32(second) - 0xDC00)
        return Unicode.Scalar(0x10000 + offset) ?? "\u{FFFD}"
    }

    private mutating func unit() throws -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else {
                throw fault("a text has an escape without its digits")
            }
            unit = unit << 4 | UInt16(digit)
            place += 1
        }
        return unit
    }

    private func peek() -> UInt8? {
        place < bytes.count ? bytes[place] : nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            place += 1
        }
    }

    private func fault(_ what: String) -> HostlineError {
        HostlineError(.invalidInput, "the text is no JSON: at byte \(place), \(what)")
    }
}

/// Writes one JSON text.
struct JSONWriter {
    private var bytes: [UInt8] = []

    /// What was written.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ value: Hostline.JSON) {
        switch value {
        case .null: add("null")
        case .bool(let value): add(value ? "true" : "false")
        case .integer(let value): add(String(value))
        // What is no number is written as it is called, so that the core refuses it.
        case .number(let value): add(value.description)
        case .string(let value): write(value)
        case .array(let items):
            list(items, between: "[", and: "]") { $0.write($1) }
        case .object(let members):
            list(members.sorted { $0.key < $1.key }, between: "{", and: "}") { writer, member in
                writer.write(member.key)
                writer.add(":")
                writer.write(member.value)
            }
        }
    }

    private mutating func list<Item>(
        _ items: [Item], between start: String, and end: String,
        write: (inout Self, Item) -> Void
    ) {
        add(start)
        for (index, item) in items.enumerated() {
            if index > 0 { add(",") }
            write(&self, item)
        }
        add(end)
    }

    private mutating func write(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        if string.utf8.allSatisfy(\.isPlain) {
            add(string)
        } else {
            for byte in string.utf8 { byte.isPlain ? bytes.append(byte) : escape(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): add("\\\"")
        case UInt8(ascii: "\\"): add("\\\\")
        case UInt8(ascii: "\n"): add("\\n")
        default: add("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
        }
    }

    private mutating func add(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}

extension UInt8 {
    /// Whether a byte stands for itself inside of a JSON text.
    fileprivate var isPlain: Bool {
        self >= 0x20 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }
}
