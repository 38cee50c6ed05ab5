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
    ///   - samplingTools: Whether a model may be given tools, where the program answers for one.
    ///     Default false.
    ///   - delegate: Answers what is asked. Without it nobody may be asked.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public static func connect(
        _ target: String,
        clientName: String? = nil,
        clientVersion: String? = nil,
        clientTitle: String? = nil,
        `protocol`: Hostline.ProtocolChoice? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        probeTimeoutMs: Int? = nil,
        startupTimeoutMs: Int? = nil,
        limits: Hostline.MessageLimits? = nil,
        logLevel: Hostline.LoggingLevel? = nil,
        strictSchemas: Bool? = nil,
        environment: [String: String]? = nil,
        folder: String? = nil,
        shutdown: Hostline.ShutdownWaits? = nil,
        headers: [String: String]? = nil,
        samplingTools: Bool? = nil,
        delegate: Hostline.Delegate? = nil
    ) async throws -> Hostline.Client {
        var options: [String: Hostline.JSON] = [:]
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
        options["samplingTools"] = samplingTools?.json
        let opened = try await Hostline.Link.open("connect", on: nil, options, delegate: delegate)
        return try Hostline.Client(opened)
    }
}

extension Hostline {
    /// A connection to one server.
    ///
    /// It ends when it is closed, or when nothing refers to it any more.
    ///
    /// Cancelling the task that waits for a call cancels the call. What has ended already is not
    /// undone. Where the last reference to it goes away, it ends at once, without blocking; `close`
    /// ends it in good order.
    public final class Client: Sendable {
        /// What is known of it.
        public let info: Connected
        let link: Link

        init(_ link: Link) throws {
            info = try Connected(json: link.known)
            self.link = link
        }

        /// What is said without being asked, until the end. It can be read in one place at a time:
        /// reading it in a second place throws ``HostlineError`` with the code `invalid_input`.
        /// Where the task that reads it is cancelled, it ends for that one.
        public var events: Events<Event> { Events(link) }
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
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func listTools(
        maxPages: Int? = nil,
        fresh: Bool? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.Listing<Hostline.Tool> {
        var values: [String: Hostline.JSON] = [:]
        values["maxPages"] = maxPages?.json
        values["fresh"] = fresh?.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        return try await link.value("tools/list", values)
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
        var values: [String: Hostline.JSON] = [:]
        values["name"] = name.json
        values["arguments"] = arguments?.json
        values["allowRepeat"] = allowRepeat?.json
        values["checkArguments"] = checkArguments?.json
        values["logLevel"] = logLevel?.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        return try await link.value("tools/call", values, onProgress: onProgress)
    }

    /// Lists the server's resources, through all pages (2026-07-28 `server/resources`).
    ///
    /// A resource that does not have the shape of one is left out and reported.
    ///
    /// - Parameters:
    ///   - maxPages: How many pages to fetch at the most. Default 1,000.
    ///   - fresh: Whether to fetch anew, also where a result could be reused. Default false.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func listResources(
        maxPages: Int? = nil,
        fresh: Bool? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.Listing<Hostline.Resource> {
        var values: [String: Hostline.JSON] = [:]
        values["maxPages"] = maxPages?.json
        values["fresh"] = fresh?.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        return try await link.value("resources/list", values)
    }

    /// Lists the server's resource templates, through all pages (2026-07-28 `server/resources`,
    /// "Resource Templates").
    ///
    /// A template that does not have the shape of one is left out and reported.
    ///
    /// - Parameters:
    ///   - maxPages: How many pages to fetch at the most. Default 1,000.
    ///   - fresh: Whether to fetch anew, also where a result could be reused. Default false.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func listResourceTemplates(
        maxPages: Int? = nil,
        fresh: Bool? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.Listing<Hostline.ResourceTemplate> {
        var values: [String: Hostline.JSON] = [:]
        values["maxPages"] = maxPages?.json
        values["fresh"] = fresh?.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        return try await link.value("resources/templates/list", values)
    }

    /// Reads a resource (2026-07-28 `server/resources`, "Reading Resources").
    ///
    /// - Parameters:
    ///   - uri: The resource's address.
    ///   - fresh: Whether to fetch anew, also where a result could be reused. Default false.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func readResource(
        _ uri: String,
        fresh: Bool? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.ReadResourceResult {
        var values: [String: Hostline.JSON] = [:]
        values["uri"] = uri.json
        values["fresh"] = fresh?.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        return try await link.value("resources/read", values)
    }

    /// Lists the server's prompts, through all pages (2026-07-28 `server/prompts`).
    ///
    /// A prompt that does not have the shape of one is left out and reported.
    ///
    /// - Parameters:
    ///   - maxPages: How many pages to fetch at the most. Default 1,000.
    ///   - fresh: Whether to fetch anew, also where a result could be reused. Default false.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func listPrompts(
        maxPages: Int? = nil,
        fresh: Bool? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.Listing<Hostline.Prompt> {
        var values: [String: Hostline.JSON] = [:]
        values["maxPages"] = maxPages?.json
        values["fresh"] = fresh?.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        return try await link.value("prompts/list", values)
    }

    /// Gets a prompt with its arguments filled in (2026-07-28 `server/prompts`, "Getting a
    /// Prompt").
    ///
    /// - Parameters:
    ///   - name: The prompt's name.
    ///   - arguments: The arguments, by their names. Default: without any.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func getPrompt(
        _ name: String,
        arguments: [String: String]? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.GetPromptResult {
        var values: [String: Hostline.JSON] = [:]
        values["name"] = name.json
        values["arguments"] = arguments?.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        return try await link.value("prompts/get", values)
    }

    /// Asks for completions of an argument (2026-07-28 `server/utilities/completion`).
    ///
    /// - Parameters:
    ///   - ref: The prompt or the resource template that has the argument.
    ///   - argument: The argument, as far as it is typed.
    ///   - context: Arguments that are known already, by their names (since 2025-06-18).
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func complete(
        _ ref: Hostline.CompletionReference,
        argument: Hostline.CompletionArgument,
        context: [String: String]? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.CompleteResult {
        var values: [String: Hostline.JSON] = [:]
        values["ref"] = ref.json
        values["argument"] = argument.json
        values["context"] = context?.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        return try await link.value("completion/complete", values)
    }

    /// Asks whether the server is there. Versions without `ping` are asked to discover themselves.
    ///
    /// - Parameters:
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func ping(
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws {
        var values: [String: Hostline.JSON] = [:]
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        try await link.call("ping", .object(values))
    }

    /// Sets the lowest level of log messages that the server sends. Where the version says it with
    /// each request, later requests say it.
    ///
    /// - Parameters:
    ///   - level: The lowest level.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func setLogLevel(
        _ level: Hostline.LoggingLevel,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws {
        var values: [String: Hostline.JSON] = [:]
        values["level"] = level.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        try await link.call("logging/setLevel", .object(values))
    }

    /// Sends any request, and gives its result as it came.
    ///
    /// Cancelling it tells the server to stop; it may have taken effect all the same.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - params: The parameters: an object without `_meta`. Default: without any.
    ///   - allowRepeat: Whether the request may be sent again although the first one may have run.
    ///     Default false.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func request(
        _ method: String,
        params: [String: Hostline.JSON]? = nil,
        allowRepeat: Bool? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.JSON {
        var values: [String: Hostline.JSON] = [:]
        values["method"] = method.json
        values["params"] = params?.json
        values["allowRepeat"] = allowRepeat?.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        return try await link.value("request", values)
    }

    /// Calls a tool as a task that the server keeps (2025-11-25 `basic/utilities/tasks`).
    ///
    /// A server that has not declared tasks for calls of tools, and a tool that does not allow
    /// them, are refused before anything is sent.
    ///
    /// - Parameters:
    ///   - name: The tool's name.
    ///   - arguments: The arguments: an object. Default: without any.
    ///   - ttlMs: How long the server should keep the task, in milliseconds. Default: as it likes.
    ///   - checkArguments: Whether to check the arguments against the tool's input schema before
    ///     sending, with defaults filled in. Default false.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func startTask(
        _ name: String,
        arguments: [String: Hostline.JSON]? = nil,
        ttlMs: Int? = nil,
        checkArguments: Bool? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.Task {
        var values: [String: Hostline.JSON] = [:]
        values["name"] = name.json
        values["arguments"] = arguments?.json
        values["ttlMs"] = ttlMs?.json
        values["checkArguments"] = checkArguments?.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        return try await link.value("tasks/start", values)
    }

    /// Reads a task (2025-11-25 `basic/utilities/tasks`).
    ///
    /// - Parameters:
    ///   - taskId: The task's identifier.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func getTask(
        _ taskId: String,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.Task {
        var values: [String: Hostline.JSON] = [:]
        values["taskId"] = taskId.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        return try await link.value("tasks/get", values)
    }

    /// Lists the server's tasks, through all pages (2025-11-25 `basic/utilities/tasks`).
    ///
    /// - Parameters:
    ///   - maxPages: How many pages to fetch at the most. Default 1,000.
    ///   - fresh: Whether to fetch anew, also where a result could be reused. Default false.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func listTasks(
        maxPages: Int? = nil,
        fresh: Bool? = nil,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.Listing<Hostline.Task> {
        var values: [String: Hostline.JSON] = [:]
        values["maxPages"] = maxPages?.json
        values["fresh"] = fresh?.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        return try await link.value("tasks/list", values)
    }

    /// Cancels a task (2025-11-25 `basic/utilities/tasks`).
    ///
    /// - Parameters:
    ///   - taskId: The task's identifier.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func cancelTask(
        _ taskId: String,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.Task {
        var values: [String: Hostline.JSON] = [:]
        values["taskId"] = taskId.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        return try await link.value("tasks/cancel", values)
    }

    /// Waits for a task to end, polling as often as the server advises, and gives its result as it
    /// came: that of the request which the task runs.
    ///
    /// The longest wait in all bounds the whole of it; the task goes on all the same.
    ///
    /// - Parameters:
    ///   - taskId: The task's identifier.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     connection's.
    ///   - maxTotalMs: How long to wait in all, whatever progress there is, in milliseconds.
    ///     Default: the connection's.
    ///   - meta: Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func taskResult(
        _ taskId: String,
        timeoutMs: Int? = nil,
        maxTotalMs: Int? = nil,
        meta: [String: Hostline.JSON]? = nil
    ) async throws -> Hostline.JSON {
        var values: [String: Hostline.JSON] = [:]
        values["taskId"] = taskId.json
        values["timeoutMs"] = timeoutMs?.json
        values["maxTotalMs"] = maxTotalMs?.json
        values["meta"] = meta?.json
        return try await link.value("tasks/result", values)
    }

    /// Tells the server that the list of roots has changed. Versions that ask for roots whenever
    /// they need them are not told.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func rootsChanged() async throws {
        try await link.call("notifications/roots/list_changed", .object([:]))
    }

    /// Ends the connection in good order: what is queued is sent, sessions are deleted, the
    /// server's process is asked to end and then made to. Calls that wait fail with `closed`.
    ///
    /// Closing twice does nothing more.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func close() async throws {
        try await link.call("close", .object([:]))
    }

    /// Subscribes to changes (2026-07-28 `basic/patterns/subscriptions`).
    ///
    /// A stream that breaks is opened again. Older versions send list changes unasked, and changes
    /// of resources after `resources/subscribe`; what arrives is the same. A subscription that
    /// nothing refers to any more ends.
    ///
    /// - Parameters:
    ///   - toolsListChanged: Those of the list of tools. Default false.
    ///   - promptsListChanged: Those of the list of prompts. Default false.
    ///   - resourcesListChanged: Those of the list of resources. Default false.
    ///   - resourceSubscriptions: Those of the resources of these addresses. Default: of none.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func subscribe(
        toolsListChanged: Bool? = nil,
        promptsListChanged: Bool? = nil,
        resourcesListChanged: Bool? = nil,
        resourceSubscriptions: [String]? = nil
    ) async throws -> Hostline.Subscription {
        var options: [String: Hostline.JSON] = [:]
        options["toolsListChanged"] = toolsListChanged?.json
        options["promptsListChanged"] = promptsListChanged?.json
        options["resourcesListChanged"] = resourcesListChanged?.json
        options["resourceSubscriptions"] = resourceSubscriptions?.json
        let opened = try await Hostline.Link.open("subscribe", on: link, options, delegate: nil)
        return try Hostline.Subscription(opened)
    }
}

extension Hostline {
    /// A subscription to changes: iterate over it to hear of them, until it is closed or the
    /// connection has ended. One reader at a time.
    ///
    /// An event `missed` stands for changes that may have been lost while a broken stream was
    /// opened again.
    ///
    /// Cancelling the task that waits for a call cancels the call. What has ended already is not
    /// undone. Where the last reference to it goes away, it ends at once, without blocking; `close`
    /// ends it in good order.
    public final class Subscription: Sendable, AsyncSequence {
        let link: Link

        init(_ link: Link) throws {
            self.link = link
        }

        /// What is said without being asked, until the end. It can be read in one place at a time:
        /// reading it in a second place throws ``HostlineError`` with the code `invalid_input`.
        /// Where the task that reads it is cancelled, it ends for that one.
        public func makeAsyncIterator() -> Events<Event>.Iterator {
            Events<Event>(link).makeAsyncIterator()
        }
    }
}

extension Hostline.Subscription {
    /// Ends the subscription, and waits until that is on its way to the server. Whoever reads it
    /// comes to its end.
    ///
    /// Closing twice does nothing more.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func close() async throws {
        try await link.call("close", .object([:]))
    }
}

extension Hostline {
    /// Answers what is asked, with any of these functions. What it has not, nobody is told that it
    /// could answer, and nobody asks. They may take as long as a person does.
    ///
    /// Where nobody waits for an answer any more, the task that runs the function is cancelled. An
    /// error that is thrown ends what was asked for.
    public struct Delegate: Sendable {
        /// A server's question to a person: a form (2026-07-28 `client/elicitation`, "Form Mode").
        ///
        /// All of its text is the server's own and untrusted.
        public var elicitForm: (@Sendable (ElicitFormQuestion) async throws -> ElicitResult)?
        /// A server's question to a person: an address to open (2026-07-28 `client/elicitation`,
        /// "URL Mode").
        ///
        /// All of its text is the server's own and untrusted. Accepting the address means that the
        /// person agreed to open it, and no more: the program opens it.
        public var elicitUrl: (@Sendable (ElicitUrlQuestion) async throws -> ElicitResult)?
        /// A server's request for a model's answer (2026-07-28 `client/sampling`).
        ///
        /// A person should see what is asked, and what is answered.
        public var createMessage:
            (@Sendable (CreateMessageQuestion) async throws -> CreateMessageResult)?
        /// In which folders a server may work (2026-07-28 `client/roots`).
        public var listRoots: (@Sendable (ListRootsQuestion) async throws -> ListRootsResult)?

        /// A delegate that answers with these functions.
        public init(
            elicitForm: (@Sendable (ElicitFormQuestion) async throws -> ElicitResult)? = nil,
            elicitUrl: (@Sendable (ElicitUrlQuestion) async throws -> ElicitResult)? = nil,
            createMessage: (@Sendable (CreateMessageQuestion) async throws -> CreateMessageResult)? = nil,
            listRoots: (@Sendable (ListRootsQuestion) async throws -> ListRootsResult)? = nil
        ) {
            self.elicitForm = elicitForm
            self.elicitUrl = elicitUrl
            self.createMessage = createMessage
            self.listRoots = listRoots
        }
    }
}

extension Hostline.Delegate {
    /// The names of the questions that it answers.
    var answers: [String] {
        var names: [String] = []
        if elicitForm != nil { names.append("elicitation/form") }
        if elicitUrl != nil { names.append("elicitation/url") }
        if createMessage != nil { names.append("sampling/createMessage") }
        if listRoots != nil { names.append("roots/list") }
        return names
    }

    /// Answers the question of this name; nothing where it cannot.
    func answer(_ name: String, _ question: Hostline.JSON) async throws -> Hostline.JSON? {
        switch name {
        case "elicitation/form":
            return try await elicitForm?(Hostline.ElicitFormQuestion(json: question)).json
        case "elicitation/url":
            return try await elicitUrl?(Hostline.ElicitUrlQuestion(json: question)).json
        case "sampling/createMessage":
            return try await createMessage?(Hostline.CreateMessageQuestion(json: question)).json
        case "roots/list":
            return try await listRoots?(Hostline.ListRootsQuestion(json: question)).json
        default: return nil
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
