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
    ///   - auth: Who the client acts for at a server that is an address. Default: nobody.
    ///   - oauth: How somebody signs in; it says `oauth` for `auth`.
    ///   - tokenStore: Where tokens are kept. Default: in the system's keychain.
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
        auth: Hostline.AuthMode? = nil,
        oauth: Hostline.OAuthOptions? = nil,
        tokenStore: Hostline.TokenStoreChoice? = nil,
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
        options["auth"] = auth?.json
        options["oauth"] = oauth?.json
        options["tokenStore"] = tokenStore?.json
        options["samplingTools"] = samplingTools?.json
        let opened = try await Hostline.Link.open("connect", on: nil, options, delegate: delegate)
        return try Hostline.Client(opened)
    }

    /// Opens the place where tokens and secrets are kept.
    ///
    /// - Parameters:
    ///   - tokenStore: Where they are kept. Default: in the system's keychain.
    ///   - delegate: Answers what is asked. Without it nobody may be asked.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public static func openAccounts(
        tokenStore: Hostline.TokenStoreChoice? = nil,
        delegate: Hostline.Delegate? = nil
    ) async throws -> Hostline.Accounts {
        var options: [String: Hostline.JSON] = [:]
        options["tokenStore"] = tokenStore?.json
        let opened = try await Hostline.Link.open(
            "accounts/open",
            on: nil,
            options,
            delegate: delegate
        )
        return try Hostline.Accounts(opened)
    }

    /// Opens a configuration and its servers. Where another process owns the configuration,
    /// everything is done there.
    ///
    /// - Parameters:
    ///   - config: The file of the configuration, by its whole path. Default: where it belongs on
    ///     this system.
    ///   - clientName: What the program is called among those who use the host: consent is bound to
    ///     it. Default `hostline`.
    ///   - tokenStore: Where tokens and secrets are kept. Default: in the system's keychain.
    ///   - patienceMs: How long a question waits for a person, in milliseconds. Default 300,000.
    ///   - starts: Whether servers are started that the configuration starts with the host. Default
    ///     true.
    ///   - delegate: Answers what is asked. Without it nobody may be asked.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public static func openHost(
        config: String? = nil,
        clientName: String? = nil,
        tokenStore: Hostline.TokenStoreChoice? = nil,
        patienceMs: Int? = nil,
        starts: Bool? = nil,
        delegate: Hostline.Delegate? = nil
    ) async throws -> Hostline.Host {
        var options: [String: Hostline.JSON] = [:]
        options["config"] = config?.json
        options["clientName"] = clientName?.json
        options["tokenStore"] = tokenStore?.json
        options["patienceMs"] = patienceMs?.json
        options["starts"] = starts?.json
        let opened = try await Hostline.Link.open("host/open", on: nil, options, delegate: delegate)
        return try Hostline.Host(opened)
    }

    /// Makes a text from a server or a model safe to show: nothing in it can write over other text,
    /// change its direction or hide. What could is made visible.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - lines: Whether line breaks and tabs stay. Default false.
    ///   - most: The most characters to give; what is cut ends with `…`, which counts. Default:
    ///     all.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public static func displaySafe(
        _ text: String,
        lines: Bool? = nil,
        most: Int? = nil
    ) throws -> String {
        var values: [String: Hostline.JSON] = [:]
        values["text"] = text.json
        values["lines"] = lines?.json
        values["most"] = most?.json
        return try Hostline.evaluate("display_safe", values)
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

    /// Makes a picture of whichever of these icons suits best, drawn anew (2026-07-28 `basic`,
    /// "`icons`").
    ///
    /// An icon is `data:`, or stands at the server's own origin and is fetched from there, without
    /// credentials. One that is not safe to show is refused, which is no failure.
    ///
    /// - Parameters:
    ///   - icons: The icons that the server gives for something: itself, a tool, a prompt, a
    ///     resource.
    ///   - size: The length of the picture's sides, in pixels.
    ///   - theme: The background that it is shown on. Default `light`.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func icon(
        _ icons: [Hostline.Icon],
        size: Int,
        theme: Hostline.IconTheme? = nil
    ) async throws -> Hostline.IconPicture {
        var values: [String: Hostline.JSON] = [:]
        values["icons"] = icons.json
        values["size"] = size.json
        values["theme"] = theme?.json
        return try await link.value("icon", values)
    }

    /// How the account stands that the client acts for, as the store says. Nothing is sent.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func accountStatus() async throws -> Hostline.AccountStatus {
        return try await link.value("account/status", [:])
    }

    /// Lets a person sign in now, whether or not there is a token.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func signIn() async throws {
        try await link.call("account/signIn", .object([:]))
    }

    /// Forgets the tokens of the account, here and in the store, and tells the issuer where it
    /// offers that. Gives whether there was anything to forget.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func signOut() async throws -> Bool {
        return try await link.value("account/signOut", [:])
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
    /// Where tokens and secrets are kept: accounts at servers, and secrets by their names.
    ///
    /// Cancelling the task that waits for a call cancels the call. What has ended already is not
    /// undone. Where the last reference to it goes away, it ends at once, without blocking; `close`
    /// ends it in good order.
    public final class Accounts: Sendable {
        let link: Link

        init(_ link: Link) throws {
            self.link = link
        }
    }
}

extension Hostline.Accounts {
    /// How the account at a server stands. Nothing is sent.
    ///
    /// - Parameter target: The server's address.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func status(_ target: String) async throws -> Hostline.AccountStatus {
        var values: [String: Hostline.JSON] = [:]
        values["target"] = target.json
        return try await link.value("account/status", values)
    }

    /// Forgets the tokens for a server, and tells the issuer where it offers that. Gives whether
    /// there was anything to forget.
    ///
    /// - Parameter target: The server's address.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func signOut(_ target: String) async throws -> Bool {
        var values: [String: Hostline.JSON] = [:]
        values["target"] = target.json
        return try await link.value("account/signOut", values)
    }

    /// Lists the names of the secrets, in order.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func listSecrets() async throws -> [String] {
        return try await link.value("secret/list", [:])
    }

    /// Keeps a secret in place of the earlier one of this name. A configuration refers to it as
    /// `${secret:NAME}`.
    ///
    /// - Parameters:
    ///   - name: The name: letters, digits, hyphens, underscores and dots.
    ///   - value: The secret.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func setSecret(_ name: String, value: String) async throws {
        var values: [String: Hostline.JSON] = [:]
        values["name"] = name.json
        values["value"] = value.json
        try await link.call("secret/set", .object(values))
    }

    /// Forgets a secret. Gives whether there was one.
    ///
    /// - Parameter name: The name: letters, digits, hyphens, underscores and dots.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func removeSecret(_ name: String) async throws -> Bool {
        var values: [String: Hostline.JSON] = [:]
        values["name"] = name.json
        return try await link.value("secret/remove", values)
    }

    /// Lets go of the store; what is kept stays. Closing twice does nothing more.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func close() async throws {
        try await link.call("close", .object([:]))
    }
}

extension Hostline {
    /// Many servers behind one gate: those of a configuration, what each may do, what a person has
    /// allowed, and the record of what was done.
    ///
    /// It ends when it is closed, or when nothing refers to it any more.
    ///
    /// Cancelling the task that waits for a call cancels the call. What has ended already is not
    /// undone. Where the last reference to it goes away, it ends at once, without blocking; `close`
    /// ends it in good order.
    public final class Host: Sendable {
        /// What is known of it.
        public let info: HostInfo
        let link: Link

        init(_ link: Link) throws {
            info = try HostInfo(json: link.known)
            self.link = link
        }
    }
}

extension Hostline.Host {
    /// How the servers of the configuration stand.
    ///
    /// - Parameter server: One of them. Default: all.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func servers(server: String? = nil) async throws -> [Hostline.ServerStatus] {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server?.json
        return try await link.value("servers", values)
    }

    /// Starts a server and waits until it serves.
    ///
    /// - Parameter server: What the configuration calls it.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func startServer(_ server: String) async throws {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server.json
        try await link.call("server/start", .object(values))
    }

    /// Ends a server, with everything that it has started, until it is needed again.
    ///
    /// - Parameter server: What the configuration calls it.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func stopServer(_ server: String) async throws {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server.json
        try await link.call("server/stop", .object(values))
    }

    /// Starts a server anew, without waiting for it.
    ///
    /// - Parameter server: What the configuration calls it.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func restartServer(_ server: String) async throws {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server.json
        try await link.call("server/restart", .object(values))
    }

    /// Adds a server to the configuration. It is started when it is needed.
    ///
    /// - Parameters:
    ///   - server: What to call it: at most 32 letters and digits, with single `-` and `_` between
    ///     them. The catalogue calls its tools `NAME__TOOL`.
    ///   - target: An address that begins with `https://` or `http://`, or a command line.
    ///   - environment: Variables of the environment of a command; `${secret:NAME}` stands for a
    ///     secret.
    ///   - folder: The folder in which a command is started: a whole path.
    ///   - headers: Headers of every request to an address; `${secret:NAME}` stands for a secret.
    ///   - posture: How much it may do without asking. Default `ask-for-writes`.
    ///   - enabled: Whether it is used at all. Default true.
    ///   - auth: Who the client acts for at an address. Default `oauth`, where the server wants it.
    ///   - approved: Whether a person has seen the command and said yes to it, so that nobody is
    ///     asked before it is started. Default false.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func addServer(
        _ server: String,
        target: String,
        environment: [String: String]? = nil,
        folder: String? = nil,
        headers: [String: String]? = nil,
        posture: Hostline.PostureChoice? = nil,
        enabled: Bool? = nil,
        auth: Hostline.AuthMode? = nil,
        approved: Bool? = nil
    ) async throws {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server.json
        values["target"] = target.json
        values["environment"] = environment?.json
        values["folder"] = folder?.json
        values["headers"] = headers?.json
        values["posture"] = posture?.json
        values["enabled"] = enabled?.json
        values["auth"] = auth?.json
        values["approved"] = approved?.json
        try await link.call("server/add", .object(values))
    }

    /// Removes a server from the configuration.
    ///
    /// - Parameter server: What the configuration calls it.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func removeServer(_ server: String) async throws {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server.json
        try await link.call("server/remove", .object(values))
    }

    /// Switches a server of the configuration on.
    ///
    /// - Parameter server: What the configuration calls it.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func enableServer(_ server: String) async throws {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server.json
        try await link.call("server/enable", .object(values))
    }

    /// Switches a server of the configuration off.
    ///
    /// - Parameter server: What the configuration calls it.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func disableServer(_ server: String) async throws {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server.json
        try await link.call("server/disable", .object(values))
    }

    /// Reads the configuration and the grants again.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func reload() async throws {
        try await link.call("reload", .object([:]))
    }

    /// What all servers offer, as one list; only those that have been started, unless they are to
    /// be started first.
    ///
    /// - Parameters:
    ///   - server: What this server offers. Default: all.
    ///   - words: Only the tools that have all of these words.
    ///   - start: Whether servers are started that are not there yet. Default false.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func catalogue(
        server: String? = nil,
        words: String? = nil,
        start: Bool? = nil
    ) async throws -> Hostline.Catalogue {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server?.json
        values["words"] = words?.json
        values["start"] = start?.json
        return try await link.value("catalogue", values)
    }

    /// The tools that are offered, each as a member of `tools` of a request to a model in the form
    /// of OpenAI's interface.
    ///
    /// - Parameters:
    ///   - server: What this server offers. Default: all.
    ///   - words: Only the tools that have all of these words.
    ///   - start: Whether servers are started that are not there yet. Default false.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func openaiTools(
        server: String? = nil,
        words: String? = nil,
        start: Bool? = nil
    ) async throws -> [Hostline.JSON] {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server?.json
        values["words"] = words?.json
        values["start"] = start?.json
        return try await link.value("openai/tools", values)
    }

    /// Makes a call that a model wants, a member of `tool_calls` of its message, through the gate.
    /// Gives the message for the model with what came of it; a call that may not be made fails with
    /// `denied`, and gives none.
    ///
    /// - Parameters:
    ///   - call: A member of `tool_calls` of the model's message.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     server's own.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func callOpenai(
        _ call: Hostline.JSON,
        timeoutMs: Int? = nil
    ) async throws -> Hostline.JSON {
        var values: [String: Hostline.JSON] = [:]
        values["call"] = call.json
        values["timeoutMs"] = timeoutMs?.json
        return try await link.value("openai/call", values)
    }

    /// Calls a tool through the gate: the policy, a person where it says so, and the record.
    ///
    /// A tool that fails says so in the result (`isError`); that is no error of the call. A call
    /// that may not be made fails with `denied`.
    ///
    /// - Parameters:
    ///   - tool: The tool's name: that of the catalogue, or the server's own where the server is
    ///     given.
    ///   - arguments: The arguments: an object. Default: without any.
    ///   - server: Whose tool it is. Default: the name is one of the catalogue.
    ///   - timeoutMs: How long to wait for an answer or for progress, in milliseconds. Default: the
    ///     server's own.
    ///   - onProgress: Hears how far the call has come, as long as it runs.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func callTool(
        _ tool: String,
        arguments: [String: Hostline.JSON]? = nil,
        server: String? = nil,
        timeoutMs: Int? = nil,
        onProgress: Hostline.ProgressHandler? = nil
    ) async throws -> Hostline.HostCallResult {
        var values: [String: Hostline.JSON] = [:]
        values["tool"] = tool.json
        values["arguments"] = arguments?.json
        values["server"] = server?.json
        values["timeoutMs"] = timeoutMs?.json
        return try await link.value("tools/call", values, onProgress: onProgress)
    }

    /// Gets a prompt of a server with its arguments filled in.
    ///
    /// - Parameters:
    ///   - name: The prompt's name: that of the catalogue, or the server's own where it is given.
    ///   - arguments: The arguments, by their names. Default: without any.
    ///   - server: Whose prompt it is. Default: the name is one of the catalogue.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func getPrompt(
        _ name: String,
        arguments: [String: String]? = nil,
        server: String? = nil
    ) async throws -> Hostline.GetPromptResult {
        var values: [String: Hostline.JSON] = [:]
        values["name"] = name.json
        values["arguments"] = arguments?.json
        values["server"] = server?.json
        return try await link.value("prompts/get", values)
    }

    /// Reads a resource of a server.
    ///
    /// - Parameters:
    ///   - address: The resource's address: that of the catalogue, or the server's own where it is
    ///     given.
    ///   - server: Whose resource it is. Default: the address is one of the catalogue.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func readResource(
        _ address: String,
        server: String? = nil
    ) async throws -> Hostline.ReadResourceResult {
        var values: [String: Hostline.JSON] = [:]
        values["address"] = address.json
        values["server"] = server?.json
        return try await link.value("resources/read", values)
    }

    /// Says what would come of a call, and why, without making it or asking anybody.
    ///
    /// - Parameters:
    ///   - tool: The tool's name: that of the catalogue, or the server's own where the server is
    ///     given.
    ///   - arguments: The arguments: an object. Default: without any.
    ///   - server: Whose tool it is. Default: the name is one of the catalogue.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func simulate(
        _ tool: String,
        arguments: [String: Hostline.JSON]? = nil,
        server: String? = nil
    ) async throws -> Hostline.Simulation {
        var values: [String: Hostline.JSON] = [:]
        values["tool"] = tool.json
        values["arguments"] = arguments?.json
        values["server"] = server?.json
        return try await link.value("policy/simulate", values)
    }

    /// Lists the rules of the policy, as the configuration has them.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func listRules() async throws -> [Hostline.JSON] {
        return try await link.value("policy/list", [:])
    }

    /// Adds a rule to the policy.
    ///
    /// - Parameter rule: An object with a `name` that no other rule has, an `effect` (`allow`,
    ///   `ask` or `deny`), and any of `server`, `tool`, `client`, `action` and
    ///   `where`: see `docs/policy.md`.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func addRule(_ rule: [String: Hostline.JSON]) async throws {
        var values: [String: Hostline.JSON] = [:]
        values["rule"] = rule.json
        try await link.call("policy/add", .object(values))
    }

    /// Removes a rule of the policy.
    ///
    /// - Parameter name: Its name.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func removeRule(_ name: String) async throws {
        var values: [String: Hostline.JSON] = [:]
        values["name"] = name.json
        try await link.call("policy/remove", .object(values))
    }

    /// Lists what a person has granted.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func listGrants() async throws -> [Hostline.Grant] {
        return try await link.value("grants/list", [:])
    }

    /// Takes back what a person has granted. Gives whether it was there.
    ///
    /// - Parameter grant: Its name.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func revokeGrant(_ grant: String) async throws -> Bool {
        var values: [String: Hostline.JSON] = [:]
        values["grant"] = grant.json
        return try await link.value("grants/revoke", values)
    }

    /// What is approved of a server, and what has changed since, word by word.
    ///
    /// - Parameter server: What the configuration calls it.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func pins(_ server: String) async throws -> Hostline.Pins {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server.json
        return try await link.value("pins", values)
    }

    /// Approves definitions that a person has seen. Gives how many are approved now.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - digests: What stands for them, so that nothing is approved that was not seen.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func approvePins(_ server: String, digests: [String]) async throws -> Int {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server.json
        values["digests"] = digests.json
        return try await link.value("pins/approve", values)
    }

    /// Takes approval back: of one definition by its kind and name, of the `instructions` by that
    /// kind alone, or of everything. Gives whether there was any.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - kind: What is defined: `tool`, `prompt` or `instructions`. Default: everything.
    ///   - name: Its name.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func forgetPins(
        _ server: String,
        kind: String? = nil,
        name: String? = nil
    ) async throws -> Bool {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server.json
        values["kind"] = kind?.json
        values["name"] = name?.json
        return try await link.value("pins/forget", values)
    }

    /// Reads the record of what was done, the oldest line first. In the place of a line that is
    /// damaged stands why, as `unreadable`.
    ///
    /// - Parameters:
    ///   - server: Those about this server.
    ///   - client: Those of this client.
    ///   - most: The most lines, the newest ones. Default 100.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func readAudit(
        server: String? = nil,
        client: String? = nil,
        most: Int? = nil
    ) async throws -> [Hostline.JSON] {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server?.json
        values["client"] = client?.json
        values["most"] = most?.json
        return try await link.value("audit/read", values)
    }

    /// Looks at the whole record, whether it is as it was written.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func verifyAudit() async throws -> Hostline.AuditReport {
        return try await link.value("audit/verify", [:])
    }

    /// What was said between us and a server, as far as it is kept.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - after: Those behind this number. Default: from the oldest on.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func log(_ server: String, after: Int? = nil) async throws -> Hostline.HostLog {
        var values: [String: Hostline.JSON] = [:]
        values["server"] = server.json
        values["after"] = after?.json
        return try await link.value("log", values)
    }

    /// The questions that wait for a person.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func listQuestions() async throws -> [Hostline.HostQuestion] {
        return try await link.value("questions/list", [:])
    }

    /// Answers a question for a person.
    ///
    /// - Parameters:
    ///   - question: The question's number, as text: it may be larger than some languages' numbers.
    ///   - decision: What a person has decided.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func answerQuestion(_ question: String, decision: Hostline.Decision) async throws {
        var values: [String: Hostline.JSON] = [:]
        values["question"] = question.json
        values["decision"] = decision.json
        try await link.call("questions/answer", .object(values))
    }

    /// Ends the host in good order, with its servers, where it is in this process; otherwise it
    /// goes on. Closing twice does nothing more.
    ///
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func close() async throws {
        try await link.call("close", .object([:]))
    }

    /// Listens to a host: how its servers stand, questions, and what is said.
    ///
    /// - Parameters:
    ///   - statuses: Every change of a server's status. Default false.
    ///   - questions: Every question for a person; whoever hears them is one who answers them.
    ///     Default false.
    ///   - logs: The logs of these servers, from the oldest entry on that is kept.
    /// - Throws: ``HostlineError``; `CancellationError` where the task was cancelled.
    public func watch(
        statuses: Bool? = nil,
        questions: Bool? = nil,
        logs: [String]? = nil
    ) async throws -> Hostline.Watch {
        var options: [String: Hostline.JSON] = [:]
        options["statuses"] = statuses?.json
        options["questions"] = questions?.json
        options["logs"] = logs?.json
        let opened = try await Hostline.Link.open("watch", on: link, options, delegate: nil)
        return try Hostline.Watch(opened)
    }
}

extension Hostline {
    /// What a host says: iterate over it to hear it, until it is closed or the host has ended. One
    /// reader at a time.
    ///
    /// Cancelling the task that waits for a call cancels the call. What has ended already is not
    /// undone. Where the last reference to it goes away, it ends at once, without blocking; `close`
    /// ends it in good order.
    public final class Watch: Sendable, AsyncSequence {
        let link: Link

        init(_ link: Link) throws {
            self.link = link
        }

        /// What is said without being asked, until the end. It can be read in one place at a time:
        /// reading it in a second place throws ``HostlineError`` with the code `invalid_input`.
        /// Where the task that reads it is cancelled, it ends for that one.
        public func makeAsyncIterator() -> Events<HostEvent>.Iterator {
            Events<HostEvent>(link).makeAsyncIterator()
        }
    }
}

extension Hostline.Watch {
    /// Hears no more. Whoever reads it comes to its end.
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
        /// A person should see what is asked, and what is answered. A host asks nobody for it.
        public var createMessage:
            (@Sendable (CreateMessageQuestion) async throws -> CreateMessageResult)?
        /// In which folders a server may work (2026-07-28 `client/roots`).
        public var listRoots: (@Sendable (ListRootsQuestion) async throws -> ListRootsResult)?
        /// Decides for a person whether something may happen that a server or a model wants, where
        /// the policy of the host says that a person is asked.
        ///
        /// What came from a server or a model in the question is untrusted text. Whoever cannot
        /// decide has said no, and for a term that was not offered the answer holds once.
        public var decide: (@Sendable (HostQuestion) async throws -> Decision)?
        /// Opens an address where a person signs in, in place of the system's browser. A host opens
        /// the system's.
        public var openAddress: (@Sendable (OpenAddressQuestion) async throws -> OpenedAddress)?
        /// Loads a record of tokens or secrets, where the delegate keeps them.
        public var loadRecord: (@Sendable (RecordQuestion) async throws -> KeptRecord)?
        /// Keeps a record of tokens or secrets. After a crash there must be the earlier or the new
        /// one.
        public var saveRecord: (@Sendable (SaveRecordQuestion) async throws -> Void)?
        /// Forgets a record of tokens or secrets.
        public var removeRecord: (@Sendable (RecordQuestion) async throws -> RemovedRecord)?
        /// Lists the names of all records, in order.
        public var listRecords: (@Sendable (ListRecordsQuestion) async throws -> RecordNames)?

        /// A delegate that answers with these functions.
        public init(
            elicitForm: (@Sendable (ElicitFormQuestion) async throws -> ElicitResult)? = nil,
            elicitUrl: (@Sendable (ElicitUrlQuestion) async throws -> ElicitResult)? = nil,
            createMessage:
                (@Sendable (CreateMessageQuestion) async throws -> CreateMessageResult)? = nil,
            listRoots: (@Sendable (ListRootsQuestion) async throws -> ListRootsResult)? = nil,
            decide: (@Sendable (HostQuestion) async throws -> Decision)? = nil,
            openAddress: (@Sendable (OpenAddressQuestion) async throws -> OpenedAddress)? = nil,
            loadRecord: (@Sendable (RecordQuestion) async throws -> KeptRecord)? = nil,
            saveRecord: (@Sendable (SaveRecordQuestion) async throws -> Void)? = nil,
            removeRecord: (@Sendable (RecordQuestion) async throws -> RemovedRecord)? = nil,
            listRecords: (@Sendable (ListRecordsQuestion) async throws -> RecordNames)? = nil
        ) {
            self.elicitForm = elicitForm
            self.elicitUrl = elicitUrl
            self.createMessage = createMessage
            self.listRoots = listRoots
            self.decide = decide
            self.openAddress = openAddress
            self.loadRecord = loadRecord
            self.saveRecord = saveRecord
            self.removeRecord = removeRecord
            self.listRecords = listRecords
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
        if decide != nil { names.append("consent/decide") }
        if openAddress != nil { names.append("address/open") }
        if loadRecord != nil { names.append("record/load") }
        if saveRecord != nil { names.append("record/save") }
        if removeRecord != nil { names.append("record/remove") }
        if listRecords != nil { names.append("record/list") }
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
        case "consent/decide":
            return try await decide?(Hostline.HostQuestion(json: question)).json
        case "address/open":
            return try await openAddress?(Hostline.OpenAddressQuestion(json: question)).json
        case "record/load":
            return try await loadRecord?(Hostline.RecordQuestion(json: question)).json
        case "record/save":
            try await saveRecord?(Hostline.SaveRecordQuestion(json: question))
            return [:]
        case "record/remove":
            return try await removeRecord?(Hostline.RecordQuestion(json: question)).json
        case "record/list":
            return try await listRecords?(Hostline.ListRecordsQuestion(json: question)).json
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
