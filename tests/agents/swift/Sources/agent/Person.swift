import Foundation
import Hostline

/// Gives prepared answers in their order, the last one again and again.
actor Person {
    private let connection: String
    private let answers: [String: JSON]
    private var given: [String: Int] = [:]

    init(connection: String, answers: [String: JSON]) {
        (self.connection, self.answers) = (connection, answers)
    }

    /// A delegate with a function for each kind of question that has answers.
    nonisolated var delegate: Hostline.Delegate {
        var delegate = Hostline.Delegate()
        if answers["form"] != nil {
            delegate.elicitForm = { try .init(json: await self.answer("form", $0.json)) }
        }
        if answers["url"] != nil {
            delegate.elicitUrl = { try .init(json: await self.answer("url", $0.json)) }
        }
        if answers["sampling"] != nil {
            delegate.createMessage = { try .init(json: await self.answer("sampling", $0.json)) }
        }
        if answers["roots"] != nil {
            delegate.listRoots = { try .init(json: await self.answer("roots", $0.json)) }
        }
        return delegate
    }

    private func answer(_ kind: String, _ question: JSON) async throws -> JSON {
        var asked = (question["params"] ?? question).objectValue ?? [:]
        // It is not of the protocol's question.
        asked["target"] = nil
        asked["kind"] = .string(kind)
        say(["asked": .object(asked), "connection": .string(connection)])
        let answer = next(kind)
        if answer["hang"] == true { try await Task.sleep(for: .seconds(86_400)) }
        if let why = answer["error"]?.stringValue { throw Refusal(errorDescription: why) }
        return answer
    }

    private func next(_ kind: String) -> JSON {
        let prepared = answers[kind]?.arrayValue ?? []
        let place = given[kind, default: 0]
        given[kind] = place + 1
        return (place < prepared.count ? prepared[place] : prepared.last) ?? .null
    }
}

/// What the handler throws.
private struct Refusal: LocalizedError {
    let errorDescription: String?
}
