// Any JSON value. It knows nothing of the types that are made of it.

import Foundation

extension Hostline {
    /// Any JSON value.
    ///
    /// Values can be written as literals: `let arguments: Hostline.JSON = ["a": 2, "b": [true, nil]]`.
    public enum JSON: Sendable, Hashable {
        /// Nothing, said explicitly.
        case null
        /// A truth value.
        case bool(Bool)
        /// A number without a fraction, exactly.
        case integer(Int)
        /// Any other number, and an integer that `Int` cannot hold.
        case number(Double)
        /// A text.
        case string(String)
        /// A list.
        case array([JSON])
        /// An object. Its members have no order.
        case object([String: JSON])
    }
}

extension Hostline.JSON {
    /// Reads a text.
    ///
    /// - Throws: ``HostlineError`` with the code `invalid_input` where it is no JSON, or nested
    ///   deeper than 512 levels.
    public init(text: String) throws {
        var reader = JSONReader(text)
        self = try reader.document()
    }

    /// Encodes a value.
    ///
    /// - Throws: The value's own error, or that of `JSONEncoder`.
    public init(encoding value: some Encodable) throws {
        let data = try JSONEncoder().encode(value)
        try self.init(text: String(decoding: data, as: UTF8.self))
    }

    /// Decodes the value as a type of the program's own, such as a tool's structured content.
    ///
    /// - Throws: The type's own error, or that of `JSONDecoder`.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    /// The value as a text on one line. The members of objects stand in the order of their names,
    /// so that the same value gives the same text.
    public var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }

    /// The member of this name, where this is an object that has it.
    public subscript(name: String) -> Self? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The item at this place, where this is a list that has it.
    public subscript(index: Int) -> Self? {
        guard case .array(let items) = self, items.indices.contains(index) else { return nil }
        return items[index]
    }

    /// The truth value, where this is one.
    public var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The integer, where this is one.
    public var intValue: Int? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The number, where this is one.
    public var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The text, where this is one.
    public var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The items, where this is a list.
    public var arrayValue: [Self]? {
        guard case .array(let items) = self else { return nil }
        return items
    }

    /// The members, where this is an object.
    public var objectValue: [String: Self]? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}

extension Hostline.JSON: CustomStringConvertible {
    /// The value as a text on one line.
    public var description: String { text }
}

extension Hostline.JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A list.
    public init(arrayLiteral items: Self...) { self = .array(items) }
    /// An object; of members with the same name, the last one counts.
    public init(dictionaryLiteral members: (String, Self)...) {
        self = .object(Dictionary(members) { _, last in last })
    }
}
