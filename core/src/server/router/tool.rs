//! A tool as a server offers it: its definition, its checks, and the function that runs it.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    super::{
        Context, Failure,
        aside::{Aside, is_long},
    },
    derived,
};
use crate::{
    Json,
    dialect::{mirror::ParameterHeaders, serving::describes_object},
    error::{Error, ErrorCode, Result},
    future::BoxFuture,
    model::{CallToolResult, ContentBlock, Icon, Meta, Tool, ToolAnnotations},
    schema::{Mismatch, Schema},
};

/// The longest name of a tool (2026-07-28 `server/tools`, "Tool Names").
const MOST_NAME_BYTES: usize = 128;

type Run =
    Arc<dyn Fn(Json, Context) -> BoxFuture<'static, Result<CallToolResult, Failure>> + Send + Sync>;

/// A tool as a server offers it.
///
/// ```
/// use hostline::server::{Context, JsonSchema, ServedTool};
///
/// #[derive(serde::Deserialize, JsonSchema)]
/// struct Sum { a: i64, b: i64 }
///
/// let tool = ServedTool::new("add", "Adds two numbers", |sum: Sum, _cx: Context| async move {
///     sum.a.checked_add(sum.b).map(|sum| sum.to_string()).ok_or_else(|| std::fmt::Error)
/// })
/// .title("Addition");
/// # drop(tool);
/// ```
pub struct ServedTool {
    tool: Tool,
    run: Run,
}

impl ServedTool {
    /// A tool whose arguments and output are Rust types; their schemas are derived from them.
    ///
    /// Its function gets arguments that fit the schema, and is dropped when the call is cancelled.
    pub fn new<A, F, R>(
        name: impl Into<String>,
        description: impl Into<String>,
        run: impl Fn(A, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        F: Future<Output = R> + Send + 'static,
        R: ToolOutput,
    {
        let mut tool = Tool::new(name, derived::input_schema::<A>()).with_description(description);
        tool.output_schema = R::output_schema();
        let run = Arc::new(run);
        Self::with_definition(tool, move |arguments: Json, cx| {
            let run = run.clone();
            async move {
                let arguments: A =
                    arguments.decode().map_err(|error| Failure::arguments(error, cx.profile()))?;
                run(arguments, cx).await.into_result()
            }
        })
    }

    /// A tool whose definition is given as it stands in messages. Its function gets the arguments
    /// as JSON that fits the input schema, and what it gives is checked against the output schema.
    pub fn with_definition<F, R>(
        tool: Tool,
        run: impl Fn(Json, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = R> + Send + 'static,
        R: ToolOutput,
    {
        let run = move |arguments, cx| -> BoxFuture<'static, _> {
            let running = run(arguments, cx);
            Box::pin(async move { running.await.into_result() })
        };
        Self { tool, run: Arc::new(run) }
    }

    /// The name that people see.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.tool.title = Some(title.into());
        self
    }

    /// Hints about what the tool does. Clients must not trust them.
    pub fn annotations(mut self, annotations: ToolAnnotations) -> Self {
        self.tool.annotations = Some(annotations);
        self
    }

    /// Pictures that stand for the tool.
    pub fn icons(mut self, icons: impl Into<Vec<Icon>>) -> Self {
        self.tool.icons = Some(icons.into());
        self
    }

    /// What is attached to the tool's definition.
    pub fn meta(mut self, meta: Meta) -> Self {
        self.tool.meta = Some(meta);
        self
    }

    /// The JSON Schema of what the tool gives as structured content.
    pub fn output_schema(mut self, schema: impl Into<Json>) -> Self {
        self.tool.output_schema = Some(schema.into());
        self
    }
}

impl std::fmt::Debug for ServedTool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServedTool").field("name", &self.tool.name).finish_non_exhaustive()
    }
}

/// A tool that was checked, and can be called.
pub(crate) struct CheckedTool {
    pub(crate) tool: Tool,
    pub(crate) headers: Option<ParameterHeaders>,
    input: Schema,
    output: Option<Schema>,
    run: Run,
}

impl CheckedTool {
    /// Checks a definition.
    pub(crate) fn new(served: ServedTool) -> Result<Self> {
        let ServedTool { tool, run } = served;
        let wrong = |why: String| {
            let name = crate::text::shorten(&tool.name, MOST_NAME_BYTES).into_owned();
            Error::new(
                ErrorCode::InvalidInput,
                format!("the tool `{name}` cannot be offered: {why}"),
            )
        };
        check_name(&tool.name).map_err(|why| wrong(why.to_owned()))?;
        if !describes_object(&tool.input_schema) {
            return Err(wrong("its input schema must be of type `object`".to_owned()));
        }
        let input = Schema::compile(&tool.input_schema)
            .map_err(|error| wrong(format!("its input schema cannot be used: {error}")))?;
        let output = tool.output_schema.as_ref().map(Schema::compile).transpose();
        let output =
            output.map_err(|error| wrong(format!("its output schema cannot be used: {error}")))?;
        let headers = ParameterHeaders::compile(&tool.input_schema)
            .map_err(|fault| wrong(fault.to_string()))?;
        Ok(Self { tool, headers, input, output, run })
    }

    /// Runs the tool.
    pub(crate) async fn call(
        &self,
        arguments: Json,
        cx: Context,
    ) -> Result<CallToolResult, Failure> {
        let core = cx.core().clone();
        let (arguments, faults) = check(&core.aside, &self.input, arguments).await;
        if !faults.is_empty() {
            let list: Vec<String> = faults.iter().map(ToString::to_string).collect();
            return Err(Failure::arguments(list.join("; "), cx.profile()));
        }
        let mut result = (self.run)(arguments, cx).await?;
        self.check_output(&core.aside, &mut result).await?;
        if let Some(structured) = &result.structured_content
            && result.content.is_empty()
        {
            // For clients that know no structured content (2026-07-28 `server/tools`, "Structured
            // Content").
            result.content.push(ContentBlock::text(structured.as_str()));
        }
        Ok(result)
    }

    /// What a server promises it must keep (2026-07-28 `server/tools`, "Output Schema").
    async fn check_output(
        &self,
        aside: &Aside,
        result: &mut CallToolResult,
    ) -> Result<(), Failure> {
        let Some(schema) = self.output.as_ref().filter(|_| !result.failed()) else {
            return Ok(());
        };
        let name = &self.tool.name;
        let Some(structured) = result.structured_content.take() else {
            return Err(Failure::internal(format!("{name} gave no structured content")));
        };
        let (structured, faults) = check(aside, schema, structured).await;
        result.structured_content = Some(structured);
        match faults.first() {
            None => Ok(()),
            Some(fault) => Err(Failure::internal(format!(
                "the structured content of {name} does not fit its schema: {fault}"
            ))),
        }
    }
}

/// Checks a value, aside where it is long, and gives it back.
async fn check(aside: &Aside, schema: &Schema, value: Json) -> (Json, Vec<Mismatch>) {
    if !is_long(value.as_str().len()) {
        let faults = schema.check(&value);
        return (value, faults);
    }
    let schema = schema.clone();
    // In a box, so that what is short does not make room for it.
    let checking = Box::pin(aside.run(move || {
        let faults = schema.check(&value);
        (value, faults)
    }));
    checking.await
}

fn check_name(name: &str) -> Result<(), &'static str> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    if name.is_empty() || name.len() > MOST_NAME_BYTES {
        Err("its name must have 1 to 128 characters")
    } else if !name.bytes().all(fits) {
        Err("its name may only have letters, digits, `_`, `-` and `.`")
    } else {
        Ok(())
    }
}

/// Arguments of a tool or a prompt that takes none.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(description = "")]
pub struct NoArguments {}

/// A value as structured content, with the schema of its type.
///
/// Clients of versions without structured content get the same as JSON text.
#[derive(Clone, Debug)]
pub struct Structured<T>(pub T);

/// What the function of a tool can give.
pub trait ToolOutput: Send {
    /// The JSON Schema of the structured content, where there always is one.
    fn output_schema() -> Option<Json> {
        None
    }

    /// The tool's result.
    ///
    /// # Errors
    /// The tool failed.
    fn into_result(self) -> Result<CallToolResult, Failure>;
}

impl ToolOutput for CallToolResult {
    fn into_result(self) -> Result<CallToolResult, Failure> {
        Ok(self)
    }
}

impl ToolOutput for Vec<ContentBlock> {
    fn into_result(self) -> Result<CallToolResult, Failure> {
        Ok(CallToolResult::new(self))
    }
}

impl ToolOutput for ContentBlock {
    fn into_result(self) -> Result<CallToolResult, Failure> {
        vec![self].into_result()
    }
}

impl ToolOutput for String {
    fn into_result(self) -> Result<CallToolResult, Failure> {
        ContentBlock::text(self).into_result()
    }
}

impl ToolOutput for &'static str {
    fn into_result(self) -> Result<CallToolResult, Failure> {
        ContentBlock::text(self).into_result()
    }
}

impl ToolOutput for () {
    fn into_result(self) -> Result<CallToolResult, Failure> {
        Vec::<ContentBlock>::new().into_result()
    }
}

impl<T: Serialize + JsonSchema + Send> ToolOutput for Structured<T> {
    fn output_schema() -> Option<Json> {
        Some(derived::output_schema::<T>())
    }

    fn into_result(self) -> Result<CallToolResult, Failure> {
        let structured = Json::encode(&self.0).map_err(Failure::internal)?;
        let content = vec![ContentBlock::text(structured.as_str())];
        Ok(CallToolResult::new(content).with_structured_content(structured))
    }
}

impl<T: ToolOutput, E: Into<Failure> + Send> ToolOutput for Result<T, E> {
    fn output_schema() -> Option<Json> {
        T::output_schema()
    }

    fn into_result(self) -> Result<CallToolResult, Failure> {
        self.map_err(Into::into)?.into_result()
    }
}
