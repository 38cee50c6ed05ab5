// The agent of Swift: what the package does when it is told to (`tests/agents/README.md`).

import Foundation
import Hostline

typealias JSON = Hostline.JSON

@main
struct Main {
    static func main() async throws {
        say(["agent": "swift", "hostline": .string(Hostline.version)])
        let agent = Agent()
        while let line = readLine() {
            await agent.begin(try JSON(text: line))
        }
        await agent.closeAll()
    }
}

/// Writes one line.
func say(_ line: JSON) {
    FileHandle.standardOutput.write(Data((line.text + "\n").utf8))
}

/// A failure of the agent itself.
struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// An error in the form of the scenarios.
func words(_ error: any Error) -> JSON {
    if let error = error as? HostlineError {
        return words(error.report, error.localizedDescription)
    }
    if error is CancellationError {
        return ["code": "cancelled", "message": "the task was cancelled"]
    }
    return ["code": "foreign", "message": .string("\(type(of: error)): \(error)")]
}

/// A report in the form of the scenarios, whose message is what happened alone.
func words(_ report: Hostline.ErrorReport, _ sentence: String) -> JSON {
    var words = report.json.objectValue ?? [:]
    words["sentence"] = .string(sentence)
    words["message"] = words.removeValue(forKey: "reason")
    return .object(words)
}
