// Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.

extension Hostline {
    /// The version of Hostline.
    public static let version = "0.1.0"

    /// Connects to a server: an address, or a command line that is split by the platform's rules
    /// and never run by a shell.
    ///
    /// It finds out by itself which protocol versions the server speaks.
    ///
    /// - Parameters:
    ///   - target: The server: an address that begins with `https://` or `http://`, or a command
    ///     line.
    ///   - clientName: The program's name, which the server is told. Default `hostline`.
    ///   - clientVersion: The program's version, which the server is told. Default Hostline's own.
    ///   - clientTitle: The program's name for people.
    ///   - protocol: Which protocol versions to try. Default `auto`.
    ///   - timeoutMs: How long a request waits for an answer or for progress, in milliseconds.
    ///     Default 60,000.
    ///   - maxTotalMs: How long a request waits in all, whatever progress it reports, in
    ///     milliseconds. Default 1,800,000. The time that a person takes to answer a
    ///     question does not count.
    ///   - probeTimeoutMs: How long a server over stdio may be silent on the first question before
    ///     it is taken for a legacy one, in milliseconds. Default 5,000.
    ///   - startupTimeoutMs: How long opening the connection may take in all, in milliseconds.
    ///     Default 60,000.
    ///   - limits: What one message of the server may cost.
    ///   - logLevel: The lowest level of log messages that requests ask for. Default: none are
    ///     asked for.
    ///   - strictSchemas: Whether a tool whose output schema cannot be used may not be called.
    ///     Default: it may, and the result says that it was not checked.
    ///   - environment: Variables of the environment of a server that is a command. A server
    ///     inherits only a few that are harmless.
    ///   - folder: The folder in which a server that is a command is started. Default: this
    ///     program's.
    ///   - shutdown: How long the steps of ending a server that is a command wait.
    ///   - headers: Headers of every request to a server that is an address. They are secret: no
    ///     log and no error repeats them.
    ///   - delegate: Answers what the server asks. Without it the server may ask nothing.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public static func connect(
        _ target: String,
        clientName: String? = nil,
        clientVersion: String? = nil,
        clientTitle: String? = nil,
        `protocol`: ProtocolChoice? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        probeTimeoutMs: Int? = nil,
        startupTimeoutMs: Int? = nil,
        limits: MessageLimits? = nil,
        logLevel: LoggingLevel? = nil,
        strictSchemas: Bool? = nil,
        environment: [String: String]? = nil,
        folder: String? = nil,
        shutdown: ShutdownWaits? = nil,
        headers: [String: String]? = nil,
        delegate: (any Delegate)? = nil
    ) async throws -> Client {
        var options: [String: JSON] = [:]
        options["target"] = target.json
        options["clientName"] = clientName?.json
        options["clientVersion"] = clientVersion?.json
        options["clientTitle"] = clientTitle?.json
        options["protocol"] = `protocol`?.json
        options["timeoutMs"] = timeoutMs?.json
        options["maxTotalMs"] = maxTotalMs?.json
        options["probeTimeoutMs"] = probeTimeoutMs?.json
        options["startupTimeoutMs"] = startupTimeoutMs?.json
        options["limits"] = limits?.json
        options["logLevel"] = logLevel?.json
        options["strictSchemas"] = strictSchemas?.json
        options["environment"] = environment?.json
        options["folder"] = folder?.json
        options["shutdown"] = shutdown?.json
        options["headers"] = headers?.json
        return try await Client.open(options, delegate: delegate)
    }
}

extension Hostline.Client {
    /// Lists the server's tools, through all pages (2026-07-28 `server/tools`).
    ///
    /// A tool that does not have the shape of one is left out and reported.
    ///
    /// - Parameters:
    ///   - maxPages: How many pages to fetch at the most. Default 1,000.
    ///   - fresh: Whether to fetch anew, also where a result could be reused. Default false.
    ///   - timeoutMs: How long to wait for an answer, in milliseconds. Default: the connection's.
    ///   - maxTotalMs: How long to wait in all, in milliseconds. Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func listTools(
        maxPages: Int? = nil,
        fresh: Bool? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.Listing<Hostline.Tool> {
        var parameters: [String: Hostline.JSON] = [:]
        parameters["maxPages"] = maxPages?.json
        parameters["fresh"] = fresh?.json
        parameters["timeoutMs"] = timeoutMs?.json
        parameters["maxTotalMs"] = maxTotalMs?.json
        parameters["meta"] = meta?.json
        return try await value("tools/list", parameters)
    }

    /// Calls a tool (2026-07-28 `server/tools`, "Calling Tools").
    ///
    /// A tool that fails says so in the result (`isError`); that is no error of the call.
    /// Cancelling it tells the server to stop; the tool may have run all the same.
    ///
    /// - Parameters:
    ///   - name: The tool's name.
    ///   - arguments: The arguments: an object. Default: without any.
    ///   - allowRepeat: Whether the call may be sent again although the first one may have run.
    ///     Default false.
    ///   - checkArguments: Whether to check the arguments against the tool's input schema before
    ///     sending, with defaults filled in. Default false.
    ///   - logLevel: The lowest level of log messages that this call wants.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    ///   - onProgress: Hears how far the call has come, as long as it runs.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func callTool(
        _ name: String,
        arguments: [String: Hostline.JSON]? = nil,
        allowRepeat: Bool? = nil,
        checkArguments: Bool? = nil,
        logLevel: Hostline.LoggingLevel? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil,
        onProgress: Hostline.ProgressHandler? = nil
    ) async throws -> Hostline.CallToolResult {
        var parameters: [String: Hostline.JSON] = [:]
        parameters["name"] = name.json
        parameters["arguments"] = arguments?.json
        parameters["allowRepeat"] = allowRepeat?.json
        parameters["checkArguments"] = checkArguments?.json
        parameters["logLevel"] = logLevel?.json
        parameters["timeoutMs"] = timeoutMs?.json
        parameters["maxTotalMs"] = maxTotalMs?.json
        parameters["meta"] = meta?.json
        return try await value("tools/call", parameters, onProgress: onProgress)
    }

    /// Lists the server's prompts, through all pages (2026-07-28 `server/prompts`).
    ///
    /// A prompt that does not have the shape of one is left out and reported.
    ///
    /// - Parameters:
    ///   - maxPages: How many pages to fetch at the most. Default 1,000.
    ///   - fresh: Whether to fetch anew, also where a result could be reused. Default false.
    ///   - timeoutMs: How long to wait for an answer, in milliseconds. Default: the connection's.
    ///   - maxTotalMs: How long to wait in all, in milliseconds. Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func listPrompts(
        maxPages: Int? = nil,
        fresh: Bool? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.Listing<Hostline.Prompt> {
        var parameters: [String: Hostline.JSON] = [:]
        parameters["maxPages"] = maxPages?.json
        parameters["fresh"] = fresh?.json
        parameters["timeoutMs"] = timeoutMs?.json
        parameters["maxTotalMs"] = maxTotalMs?.json
        parameters["meta"] = meta?.json
        return try await value("prompts/list", parameters)
    }

    /// Ends the connection in good order: what is queued is sent, sessions are deleted, the
    /// server's process is asked to end and then made to. Calls that wait fail with `closed`.
    ///
    /// Closing twice does nothing more.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func close() async throws {
        try await call("close", .object([:]))
    }
}

extension Hostline {
    /// Answers what servers ask. Its functions may take as long as a person does.
    ///
    /// Where nobody waits for an answer any more, the task that runs the function is cancelled. An
    /// error that is thrown ends what the server asked for.
    public protocol Delegate: Sendable {
        /// The ways in which it can ask a person; the server is told. Forms only, unless the
        /// delegate says otherwise.
        var elicitation: [ElicitationMode] { get }

        /// A server's question to a person (2026-07-28 `client/elicitation`).
        ///
        /// All of its text is the server's own and untrusted. Accepting an address means that the
        /// person agreed to open it, and no more: the program opens it.
        func elicit(_ question: ElicitQuestion) async throws -> ElicitResult
    }
}

extension Hostline.Delegate {
    /// Answers the question of this name.
    func answer(_ name: String, _ question: Hostline.JSON) async throws -> Hostline.JSON {
        switch name {
        case "elicitation/create": try await elicit(Hostline.ElicitQuestion(json: question)).json
        default: throw HostlineError(.internal, "there is no question \(name)")
        }
    }
}

extension Hostline {
    /// What the native library tells of a call.
    enum Notification {
        /// How far a call has come. It comes before the call's result. A listener that fails ends
        /// the call with its own error.
        case progress(ProgressReport)

        /// The notification of this name, where this version knows it.
        init?(_ name: String, _ json: JSON) throws {
            switch name {
            case "progress": self = .progress(try ProgressReport(json: json))
            default: return nil
            }
        }
    }
}
