import Testing

@testable import Hostline

/// The error that a call fails with.
func failure(
    at place: SourceLocation = #_sourceLocation, of call: () async throws -> some Any
) async -> HostlineError? {
    do {
        let value = try await call()
        Issue.record("it gave \(value)", sourceLocation: place)
        return nil
    } catch let error as HostlineError {
        return error
    } catch {
        Issue.record("it failed with \(error)", sourceLocation: place)
        return nil
    }
}
