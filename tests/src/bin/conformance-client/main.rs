//! The client that the official conformance suite judges: `conformance-client URL`.
//!
//! The suite names the scenario, and the protocol version that it must be played in, in the
//! environment. Each scenario is a few calls of the public API, as a program would write them. The
//! exit code is 0 only if what the scenario is about really happened; what went over the wire the
//! suite judges by itself.

mod signing_in;

use std::{env, error::Error, process::ExitCode, sync::Arc, time::Duration};

use hostline::{
    Client, ErrorCode, Json,
    client::{Answers, BoxFuture, InputCapabilities, InputHandler, ProtocolChoice},
    model::{
        CallToolResult, ElicitAction, ElicitResult, InputRequest, InputResponse, ListRootsResult,
    },
    schema::SchemaError,
};
use serde_json::{Value, json};
use tokio::sync::Notify;

/// The suite kills a client after 30 s and may hang when it does, so we give up before.
const DEADLINE: Duration = Duration::from_secs(25);

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let scenario = variable("MCP_CONFORMANCE_SCENARIO").unwrap_or_default();
    let played = async { Stage::from_environment()?.play(&scenario).await };
    match tokio::time::timeout(DEADLINE, played).await {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            eprintln!("conformance-client: {scenario}: {error:?}");
            ExitCode::FAILURE
        }
        Err(_) => {
            eprintln!("conformance-client: {scenario}: not done after {} s", DEADLINE.as_secs());
            ExitCode::FAILURE
        }
    }
}

/// What the suite has set up for one scenario.
struct Stage {
    url: String,
    protocol: ProtocolChoice,
    /// What some scenarios tell the client beside the address.
    context: Value,
}

impl Stage {
    fn from_environment() -> Outcome<Self> {
        let url = env::args().next_back().filter(|_| env::args().len() > 1);
        let protocol = match variable("MCP_CONFORMANCE_PROTOCOL_VERSION") {
            Some(version) => {
                let unknown = |why| format!("{version}: {why}");
                ProtocolChoice::Exact(version.parse().map_err(unknown)?)
            }
            None => ProtocolChoice::Auto,
        };
        let context = variable("MCP_CONFORMANCE_CONTEXT");
        Ok(Self {
            url: url.ok_or("usage: conformance-client URL")?,
            protocol,
            context: context.map_or(Ok(Value::Null), |text| serde_json::from_str(&text))?,
        })
    }

    async fn play(self, scenario: &str) -> Outcome {
        match scenario {
            "initialize" => self.connect_only().await,
            "tools_call" => self.call_a_tool().await,
            "elicitation-sep1034-client-defaults" => self.accept_defaults().await,
            "sse-retry" => self.outlive_a_stream().await,
            "request-metadata" => self.declare_everything().await,
            "sep-2322-client-request-state" => self.answer_in_rounds().await,
            "http-standard-headers" => self.use_every_feature().await,
            "http-custom-headers" => self.make_prepared_calls().await,
            "http-invalid-tool-headers" => self.keep_valid_tools().await,
            "json-schema-ref-no-deref" => self.refuse_a_distant_schema().await,
            "json-schema-2020-12-preservation" => self.return_a_schema().await,
            scenario if scenario.starts_with("auth/") => self.sign_in(scenario).await,
            // Features that are still to come fail here with the error that a user gets.
            _ => self.list_only().await,
        }
    }

    async fn connect(&self) -> Outcome<Client> {
        Ok(Client::builder().protocol(self.protocol).connect(&self.url).await?)
    }

    async fn connect_with(&self, handler: Arc<dyn InputHandler>) -> Outcome<Client> {
        let builder = Client::builder().protocol(self.protocol).shared_input_handler(handler);
        Ok(builder.connect(&self.url).await?)
    }
}

/// The scenarios, in the order of [`Stage::play`].
impl Stage {
    async fn connect_only(self) -> Outcome {
        let server = self.connect().await?;
        if let ProtocolChoice::Exact(version) = self.protocol {
            expect_equal("the version", &server.version(), &version)?;
        }
        let name = server.server_info().map(|info| info.name.as_str());
        expect_equal("the server's name", &name, &Some("test-server"))?;
        close(server).await
    }

    async fn call_a_tool(self) -> Outcome {
        let server = self.connect().await?;
        expect_equal("the tools", &names(&server).await?, &["add_numbers"])?;
        let sum = call(&server, "add_numbers", json!({"a": 2, "b": 3})).await?;
        expect_equal("the sum", &sum.text(), "The sum of 2 and 3 is 5")?;
        close(server).await
    }

    /// The person accepts the form as it stands; the defaults are filled in by the library.
    async fn accept_defaults(self) -> Outcome {
        let accepted = InputResponse::Elicit(ElicitResult::new(ElicitAction::Accept));
        let capabilities = InputCapabilities::none().with_elicitation();
        let server = self.connect_with(Arc::new(Answers::new(capabilities, [accepted]))).await?;
        let [tool] = names(&server).await?.try_into().map_err(|_| "not one tool")?;
        let text = call(&server, &tool, json!({})).await?.text();
        let content = text.strip_prefix("Elicitation completed: ").ok_or("not completed")?;
        let defaults = json!({
            "name": "John Doe", "age": 30, "score": 95.5, "status": "active", "verified": true,
        });
        expect_equal("the form", &serde_json::from_str::<Value>(content)?, &defaults)?;
        close(server).await
    }

    /// The stream with the answer breaks, and the answer comes on the next one.
    async fn outlive_a_stream(self) -> Outcome {
        let server = self.connect().await?;
        expect_equal("the tools", &names(&server).await?, &["test_reconnection"])?;
        let result = call(&server, "test_reconnection", json!({})).await?;
        let expected = "Reconnection test completed successfully";
        expect_equal("the answer", &result.text(), expected)?;
        close(server).await
    }

    /// The server refuses the first request for its version. It offers no features to list.
    async fn declare_everything(self) -> Outcome {
        let roots = InputResponse::ListRoots(ListRootsResult::new(Vec::new()));
        let server =
            self.connect_with(Arc::new(Answers::new(InputCapabilities::all(), [roots]))).await?;
        server.ping().await?;
        close(server).await
    }

    /// While one call waits for its input, another must not be given any of it.
    async fn answer_in_rounds(self) -> Outcome {
        let person = Arc::new(Person::default());
        let server = self.connect_with(person.clone()).await?;
        names(&server).await?;
        let (echoed, unrelated) = tokio::join!(
            call(&server, "test_mrtr_echo_state", json!({})),
            person.think(call(&server, "test_mrtr_unrelated", json!({}))),
        );
        expect_equal("the call with a state", &echoed?.text(), "echo-state-ok")?;
        expect_equal("the call between", &unrelated?.text(), "unrelated-ok")?;
        let (stateless, ()) = tokio::join!(
            call(&server, "test_mrtr_no_state", json!({})),
            person.think(std::future::ready(())),
        );
        expect_equal("the call without a state", &stateless?.text(), "no-state-ok")?;
        let untyped = call(&server, "test_mrtr_no_result_type", json!({})).await?;
        expect_equal("the untyped result", &untyped.text(), "no-result-type-test-ok")?;
        close(server).await
    }

    async fn use_every_feature(self) -> Outcome {
        let server = self.connect().await?;
        let tools = names(&server).await?;
        expect_equal("the tools", &tools, &["test_headers", "my-hyphenated-tool"])?;
        for tool in &tools {
            call(&server, tool, json!({})).await?;
        }
        let resources = server.list_resources().await?;
        expect_equal("the number of resources", &resources.len(), &2)?;
        for resource in &*resources {
            server.read_resource(&resource.uri).await?;
        }
        let prompts = server.list_prompts().await?;
        expect_equal("the number of prompts", &prompts.len(), &1)?;
        for prompt in &*prompts {
            server.get_prompt(&prompt.name, [("", ""); 0]).await?;
        }
        close(server).await
    }

    async fn make_prepared_calls(self) -> Outcome {
        let server = self.connect().await?;
        let known = names(&server).await?;
        let calls = self.context["toolCalls"].as_array().ok_or("no calls are prepared")?;
        expect_equal("the number of calls", &calls.len(), &known.len())?;
        for prepared in calls {
            let name = prepared["name"].as_str().ok_or("a prepared call without a name")?;
            call(&server, name, prepared["arguments"].clone()).await?;
        }
        close(server).await
    }

    async fn keep_valid_tools(self) -> Outcome {
        let server = self.connect().await?;
        let tools = server.list_tools().await?;
        let kept: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        expect_equal("the tools", &kept, &["valid_tool"])?;
        expect_equal("the number of tools left out", &tools.dropped().len(), &11)?;
        call(&server, "valid_tool", json!({"region": "us-west1"})).await?;
        close(server).await
    }

    /// The schema is really used, so that there is a reason to fetch what it refers to.
    async fn refuse_a_distant_schema(self) -> Outcome {
        let server = self.connect().await?;
        expect_equal("the tools", &names(&server).await?, &["lookup_user"])?;
        let checked = server.call_tool("lookup_user", json!({"id": "ann"})).check_arguments();
        let error = checked.await.err().ok_or("the schema was taken for complete")?;
        let cause = error.source().and_then(|source| source.downcast_ref::<SchemaError>());
        expect_equal("the code", &error.code(), &ErrorCode::InvalidInput)?;
        if !matches!(cause, Some(SchemaError::ExternalRef(_))) {
            return Err(error.into());
        }
        close(server).await
    }

    /// What was received is sent back, byte by byte.
    async fn return_a_schema(self) -> Outcome {
        let server = self.connect().await?;
        let tools = server.list_tools().await?;
        let rich = tools.iter().find(|tool| tool.name != "json_schema_echo").ok_or("no tool")?;
        let arguments = Json::parse(&format!(r#"{{"schema":{}}}"#, rich.input_schema))?;
        let result = server.call_tool("json_schema_echo", arguments).await?;
        expect_equal("the answer", &result.text(), "echoed")?;
        close(server).await
    }

    async fn list_only(self) -> Outcome {
        let server = self.connect().await?;
        let listed = names(&server).await;
        close(server).await?;
        listed.map(drop)
    }
}

async fn names(server: &Client) -> Outcome<Vec<String>> {
    Ok(server.list_tools().await?.iter().map(|tool| tool.name.clone()).collect())
}

/// Calls a tool that must not fail.
async fn call(server: &Client, tool: &str, arguments: Value) -> Outcome<CallToolResult> {
    let result = server.call_tool(tool, arguments).await?;
    if result.failed() {
        return Err(format!("{tool} failed: {}", result.text()).into());
    }
    Ok(result)
}

async fn close(server: Client) -> Outcome {
    Ok(server.close().await?)
}

fn expect_equal<A, B>(what: &str, found: &A, expected: &B) -> Outcome
where
    A: PartialEq<B> + std::fmt::Debug + ?Sized,
    B: std::fmt::Debug + ?Sized,
{
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: {found:?}, and not {expected:?}").into())
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// Confirms whatever is asked, but not before something else has been done.
#[derive(Default)]
struct Person {
    asked: Notify,
    decided: Notify,
}

impl Person {
    /// Waits for a question, does something else, and then lets it be answered.
    async fn think<T>(&self, meanwhile: impl Future<Output = T>) -> T {
        self.asked.notified().await;
        let done = meanwhile.await;
        self.decided.notify_one();
        done
    }
}

impl InputHandler for Person {
    fn capabilities(&self) -> InputCapabilities {
        InputCapabilities::none().with_elicitation()
    }

    fn input<'a>(
        &'a self,
        _server: &'a str,
        _request: InputRequest,
    ) -> BoxFuture<'a, hostline::Result<InputResponse>> {
        Box::pin(async move {
            self.asked.notify_one();
            self.decided.notified().await;
            Ok(InputResponse::Elicit(ElicitResult::accept([("confirmed", json!(true))])))
        })
    }
}
