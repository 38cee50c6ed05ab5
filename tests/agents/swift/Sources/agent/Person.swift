import Foundation
import Hostline

/// Gives prepared answers in their order, the last one again and again.
actor Person: Hostline.Delegate {
    nonisolated let elicitation: [Hostline.ElicitationMode]
    private let connection: String
    private let answers: [String: JSON]
    private var given: [String: Int] = [:]

    init(connection: String, answers: [String: JSON]) {
        (self.connection, self.answers) = (connection, answers)
        elicitation = answers.keys.sorted().map(Hostline.ElicitationMode.init(rawValue:))
    }

    func elicit(_ question: Hostline.ElicitQuestion) async throws -> Hostline.ElicitResult {
        var asked = question.json.objectValue ?? [:]
        // Neither is of the protocol's question alone.
        let mode = asked.removeValue(forKey: "mode")?.stringValue ?? ""
        asked["target"] = nil
        asked["kind"] = .string(mode)
        say(["asked": .object(asked), "connection": .string(connection)])
        let answer = next(mode)
        if answer["hang"] == true { try await Task.sleep(for: .seconds(86_400)) }
        if let why = answer["error"]?.stringValue { throw Refusal(errorDescription: why) }
        return try Hostline.ElicitResult(json: answer)
    }

    private func next(_ mode: String) -> JSON {
        let prepared = answers[mode]?.arrayValue ?? []
        let place = given[mode, default: 0]
        given[mode] = place + 1
        return (place < prepared.count ? prepared[place] : prepared.last) ?? .null
    }
}

/// What the handler throws.
private struct Refusal: LocalizedError {
    let errorDescription: String?
}
