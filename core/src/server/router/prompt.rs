//! A prompt as a server offers it.

use std::{collections::HashMap, fmt, sync::Arc};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    super::{Context, Failure},
    completion::{Completer, CompletionOutput, CompletionRequest, completer},
    derived,
};
use crate::{
    error::{Error, ErrorCode, Result},
    future::BoxFuture,
    model::{
        ContentBlock, GetPromptResult, Icon, Map, Meta, Prompt, PromptArgument, PromptMessage, Role,
    },
};

type FillIn = Arc<
    dyn Fn(Map<String>, Context) -> BoxFuture<'static, Result<GetPromptResult, Failure>>
        + Send
        + Sync,
>;

/// A prompt as a server offers it (2026-07-28 `server/prompts`).
///
/// ```
/// use hostline::server::{Context, JsonSchema, ServedPrompt};
///
/// #[derive(serde::Deserialize, JsonSchema)]
/// struct Trip {
///     /// Where to go.
///     city: String,
///     season: Option<String>,
/// }
///
/// let prompt = ServedPrompt::new("plan-trip", "Plans a trip", |trip: Trip, _cx: Context| async move {
///     format!("Plan a trip to {} in {}.", trip.city, trip.season.as_deref().unwrap_or("spring"))
/// })
/// .complete("season", |_, _| async { vec!["spring", "summer", "autumn", "winter"] });
/// # drop(prompt);
/// ```
pub struct ServedPrompt {
    prompt: Prompt,
    fill_in: FillIn,
    completers: HashMap<String, Completer>,
}

impl ServedPrompt {
    /// A prompt whose arguments are the fields of a Rust type. Arguments of prompts are text, so
    /// each field must be one that text becomes: a string, an option of one, or an enumeration.
    pub fn new<A, F, R>(
        name: impl Into<String>,
        description: impl Into<String>,
        fill_in: impl Fn(A, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        F: Future<Output = R> + Send + 'static,
        R: PromptOutput,
    {
        let mut prompt = Prompt::new(name).with_description(description);
        let arguments = arguments_of(&derived::input_schema::<A>().to_value());
        prompt.arguments = (!arguments.is_empty()).then_some(arguments);
        let fill_in = Arc::new(fill_in);
        Self::with_definition(prompt, move |arguments: Map<String>, cx| {
            let fill_in = fill_in.clone();
            async move {
                let members = arguments.into_iter().map(|(name, text)| (name, Value::String(text)));
                let arguments = serde_json::from_value(Value::Object(members.collect()))
                    .map_err(Failure::invalid_params)?;
                fill_in(arguments, cx).await.into_result()
            }
        })
    }

    /// A prompt whose definition is given as it stands in messages. Its function gets all required
    /// arguments.
    pub fn with_definition<F, R>(
        prompt: Prompt,
        fill_in: impl Fn(Map<String>, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = R> + Send + 'static,
        R: PromptOutput,
    {
        let fill_in = move |arguments, cx| -> BoxFuture<'static, _> {
            let filling = fill_in(arguments, cx);
            Box::pin(async move { filling.await.into_result() })
        };
        Self { prompt, fill_in: Arc::new(fill_in), completers: HashMap::new() }
    }

    /// The name that people see.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.prompt.title = Some(title.into());
        self
    }

    /// Pictures that stand for the prompt.
    pub fn icons(mut self, icons: impl Into<Vec<Icon>>) -> Self {
        self.prompt.icons = Some(icons.into());
        self
    }

    /// What is attached to the prompt's definition.
    pub fn meta(mut self, meta: Meta) -> Self {
        self.prompt.meta = Some(meta);
        self
    }

    /// Proposes values for an argument (2026-07-28 `server/utilities/completion`).
    pub fn complete<F, R>(
        mut self,
        argument: impl Into<String>,
        complete: impl Fn(CompletionRequest, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = R> + Send + 'static,
        R: CompletionOutput,
    {
        self.completers.insert(argument.into(), completer(complete));
        self
    }
}

impl fmt::Debug for ServedPrompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServedPrompt").field("name", &self.prompt.name).finish_non_exhaustive()
    }
}

/// A prompt that was checked, and can be filled in.
pub(crate) struct CheckedPrompt {
    pub(crate) prompt: Prompt,
    pub(super) completers: HashMap<String, Completer>,
    fill_in: FillIn,
}

impl CheckedPrompt {
    pub(super) fn new(served: ServedPrompt) -> Result<Self> {
        let ServedPrompt { prompt, fill_in, completers } = served;
        if prompt.name.is_empty() {
            return Err(Error::new(ErrorCode::InvalidInput, "a prompt must have a name"));
        }
        Ok(Self { prompt, completers, fill_in })
    }

    pub(super) async fn fill_in(
        &self,
        arguments: Map<String>,
        cx: Context,
    ) -> Result<GetPromptResult, Failure> {
        self.check(&arguments)?;
        let mut result = (self.fill_in)(arguments, cx).await?;
        if result.description.is_none() {
            result.description.clone_from(&self.prompt.description);
        }
        Ok(result)
    }
}

impl CheckedPrompt {
    fn check(&self, arguments: &Map<String>) -> Result<(), Failure> {
        let known: Vec<&PromptArgument> = self.prompt.arguments.iter().flatten().collect();
        let missing = known.iter().find(|argument| {
            argument.required == Some(true) && arguments.get(&argument.name).is_none()
        });
        if let Some(missing) = missing {
            let name = &missing.name;
            return Err(Failure::invalid_params(format!("the argument {name} is missing")));
        }
        let unknown =
            arguments.iter().find(|(name, _)| known.iter().all(|argument| argument.name != **name));
        match unknown {
            None => Ok(()),
            Some((name, _)) => Err(Failure::unknown("argument", name)),
        }
    }
}

/// The arguments of a prompt whose type has this schema.
fn arguments_of(schema: &Value) -> Vec<PromptArgument> {
    let required = |name: &str| {
        schema["required"].as_array().is_some_and(|names| names.iter().any(|known| known == name))
    };
    let properties = schema["properties"].as_object();
    let argument = |(name, property): (&String, &Value)| {
        let mut argument = PromptArgument::new(name.as_str()).with_required(required(name));
        argument.title = property["title"].as_str().map(str::to_owned);
        argument.description = property["description"].as_str().map(str::to_owned);
        argument
    };
    properties.into_iter().flatten().map(argument).collect()
}

/// What the function of a prompt can give. Text is what the person says.
pub trait PromptOutput: Send {
    /// The filled in prompt.
    ///
    /// # Errors
    /// It cannot be filled in.
    fn into_result(self) -> Result<GetPromptResult, Failure>;
}

impl PromptOutput for GetPromptResult {
    fn into_result(self) -> Result<GetPromptResult, Failure> {
        Ok(self)
    }
}

impl PromptOutput for Vec<PromptMessage> {
    fn into_result(self) -> Result<GetPromptResult, Failure> {
        Ok(GetPromptResult::new(self))
    }
}

impl PromptOutput for PromptMessage {
    fn into_result(self) -> Result<GetPromptResult, Failure> {
        vec![self].into_result()
    }
}

impl PromptOutput for String {
    fn into_result(self) -> Result<GetPromptResult, Failure> {
        PromptMessage::new(Role::User, ContentBlock::text(self)).into_result()
    }
}

impl PromptOutput for &'static str {
    fn into_result(self) -> Result<GetPromptResult, Failure> {
        self.to_owned().into_result()
    }
}

impl<T: PromptOutput, E: Into<Failure> + Send> PromptOutput for Result<T, E> {
    fn into_result(self) -> Result<GetPromptResult, Failure> {
        self.map_err(Into::into)?.into_result()
    }
}
