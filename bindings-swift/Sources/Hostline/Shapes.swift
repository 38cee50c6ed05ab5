// How values of the contract are read from JSON and written as JSON. The core has checked what it
// gives, so that what does not fit is a fault of Hostline itself.

import Foundation

/// What can be read from JSON and written as JSON.
protocol JSONConvertible: Sendable {
    init(json: Hostline.JSON) throws
    var json: Hostline.JSON { get }
}

extension Hostline.JSON: JSONConvertible {
    init(json: Hostline.JSON) { self = json }
    var json: Hostline.JSON { self }
}

extension String: JSONConvertible {
    init(json: Hostline.JSON) throws {
        guard let value = json.stringValue else { throw misfit("text", json) }
        self = value
    }

    var json: Hostline.JSON { .string(self) }
}

extension Bool: JSONConvertible {
    init(json: Hostline.JSON) throws {
        guard let value = json.boolValue else { throw misfit("truth value", json) }
        self = value
    }

    var json: Hostline.JSON { .bool(self) }
}

extension Int: JSONConvertible {
    init(json: Hostline.JSON) throws {
        guard let value = json.intValue else { throw misfit("integer", json) }
        self = value
    }

    var json: Hostline.JSON { .integer(self) }
}

extension Double: JSONConvertible {
    init(json: Hostline.JSON) throws {
        guard let value = json.doubleValue else { throw misfit("number", json) }
        self = value
    }

    var json: Hostline.JSON { Int(exactly: self).map(Hostline.JSON.integer) ?? .number(self) }
}

extension Data: JSONConvertible {
    init(json: Hostline.JSON) throws {
        guard let text = json.stringValue, let value = Data(base64Encoded: text) else {
            throw misfit("base64", json)
        }
        self = value
    }

    var json: Hostline.JSON { .string(base64EncodedString()) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    init(json: Hostline.JSON) throws {
        guard let items = json.arrayValue else { throw misfit("list", json) }
        self = try items.map(Element.init(json:))
    }

    var json: Hostline.JSON { .array(map(\.json)) }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
    init(json: Hostline.JSON) throws {
        guard let members = json.objectValue else { throw misfit("object", json) }
        self = try members.mapValues(Value.init(json:))
    }

    var json: Hostline.JSON { .object(mapValues(\.json)) }
}

/// The members of an object while it is read. What nobody has taken in the end is kept.
struct Members {
    private(set) var rest: [String: Hostline.JSON]
    private let type: String

    init(_ json: Hostline.JSON, of type: String) throws {
        guard let members = json.objectValue else { throw misfit(type, json) }
        (rest, self.type) = (members, type)
    }

    /// Takes a member that must be there.
    mutating func required<Value: JSONConvertible>(_ name: String) throws -> Value {
        guard let value = rest.removeValue(forKey: name) else {
            throw fault("\(type) without \(name)")
        }
        return try Value(json: value)
    }

    /// Takes a member that may be absent, or null where it is not any JSON.
    mutating func optional<Value: JSONConvertible>(_ name: String) throws -> Value? {
        guard let value = rest.removeValue(forKey: name) else { return nil }
        if value == .null, Value.self != Hostline.JSON.self { return nil }
        return try Value(json: value)
    }
}

extension Hostline {
    /// A list, and what was left out of it.
    ///
    /// It is a collection of its items, so that it can be used like an array.
    public struct Listing<Item: Sendable>: Sendable, RandomAccessCollection {
        /// The items.
        public var items: [Item]
        /// Reports of the items that were left out, since they did not have the right shape.
        public var dropped: [Dropped]

        /// A list of these items, from which these were left out.
        public init(_ items: [Item], dropped: [Dropped] = []) {
            (self.items, self.dropped) = (items, dropped)
        }

        /// Where the first item is.
        public var startIndex: Int { items.startIndex }
        /// Behind the last item.
        public var endIndex: Int { items.endIndex }
        /// The item at this place.
        public subscript(place: Int) -> Item { items[place] }
    }
}

extension Hostline.Listing: Equatable where Item: Equatable {}
extension Hostline.Listing: Hashable where Item: Hashable {}

extension Hostline.Listing: JSONConvertible where Item: JSONConvertible {
    init(json: Hostline.JSON) throws {
        var members = try Members(json, of: "Listing")
        self.init(try members.required("items"), dropped: try members.required("dropped"))
    }

    var json: Hostline.JSON { ["items": items.json, "dropped": dropped.json] }
}

private func misfit(_ expected: String, _ json: Hostline.JSON) -> HostlineError {
    let found =
        switch json {
        case .null: "null"
        case .bool: "a truth value"
        case .integer, .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    return fault("\(expected) that is \(found)")
}

private func fault(_ what: String) -> HostlineError {
    HostlineError(.internal, "the native library gave a value of another shape: \(what)")
}

extension Hostline.JSON {
    /// The tag of a union's object, and the object without it.
    func untagged(_ tag: String) -> (String?, Self) {
        guard case .object(var members) = self else { return (nil, self) }
        let name = members.removeValue(forKey: tag)?.stringValue
        return (name, .object(members))
    }

    /// The object with a union's tag.
    func tagged(_ tag: String, _ name: String) -> Self {
        guard case .object(var members) = self else { return self }
        members[tag] = .string(name)
        return .object(members)
    }
}

extension JSONConvertible where Self: RawRepresentable, RawValue == String {
    init(json: Hostline.JSON) throws {
        guard let name = Self(rawValue: try String(json: json)) else { throw misfit("name", json) }
        self = name
    }

    var json: Hostline.JSON { .string(rawValue) }
}

extension HostlineError {
    /// An error of this package itself.
    init(_ code: Code, _ reason: String) {
        let report = Hostline.ErrorReport(
            code: code.rawValue, message: reason, reason: reason, mayHaveRun: false)
        self.init(report)
    }
}
