//! Text with references: to variables of the environment, and to secrets that are kept elsewhere.

use std::{collections::BTreeMap, env, fmt, path::PathBuf};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::text;
use crate::{
    auth::Secret,
    error::{Error, ErrorCode, Result},
};

/// The longest name of a secret, in bytes.
const MOST_SECRET_NAME: usize = 200;

/// Text as the configuration writes it, with references in it:
///
/// - `${env:NAME}` is a variable of the environment, which must be set;
/// - `${env:NAME:-text}` is that variable, or the text where it is not set or empty;
/// - `${secret:name}` is a secret of the keychain;
/// - `$${` is `${` itself. Any other `$` is only a `$`.
///
/// Its `Debug` shows the references and not the text around them, which may be a secret that a
/// person has put into the wrong place.
///
/// ```
/// use hostline::host::config::{Template, Variables};
///
/// let template = Template::parse("${env:HOME}/projects")?;
/// let variables = Variables::given([("HOME", "/home/me")]);
/// assert_eq!(template.resolve(&variables)?.expose(), "/home/me/projects");
/// # Ok::<(), hostline::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Template {
    raw: String,
    parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Variable { name: String, default: Option<String> },
    Secret(String),
}

/// What the references of a [`Template`] lead to.
pub struct Variables {
    /// `None` is the environment of this process.
    environment: Option<BTreeMap<String, String>>,
    secrets: BTreeMap<String, Secret>,
}

/// What a [`Template`] comes to. Its `Debug` shows nothing of it, since the environment holds
/// secrets too.
pub enum Resolved {
    /// No secret of the keychain is in it.
    Text(String),
    /// One is.
    Secret(Secret),
}

impl Template {
    /// Reads text with references.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: a reference is not closed, of no known kind, or has no valid
    /// name. The text is not repeated.
    pub fn parse(raw: impl Into<String>) -> Result<Self> {
        let raw = raw.into();
        if raw.contains('\0') {
            return Err(Error::new(ErrorCode::InvalidInput, "a NUL stands in a text")
                .with_next_step("leave it out; no program can be given it"));
        }
        let parts = parts(&raw)?;
        Ok(Self { raw, parts })
    }

    /// Text without any references, whatever stands in it.
    pub fn literal(text: &str) -> Self {
        let parts = if text.is_empty() { Vec::new() } else { vec![Part::Text(text.to_owned())] };
        Self { raw: text.replace("${", "$${"), parts }
    }

    /// The text as it is written, references and all.
    pub fn as_str(&self) -> &str {
        &self.raw
    }

    /// What it is, where it has no references.
    pub fn as_plain(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The names of the variables in it.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Variable { name, .. } => Some(name.as_str()),
            _ => None,
        })
    }

    /// The names of the secrets in it.
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Secret(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Puts what the references lead to in their place.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: a variable is not set and has no default, or a secret is not
    /// among those that were given.
    pub fn resolve(&self, variables: &Variables) -> Result<Resolved> {
        let mut found = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            found.push(match part {
                Part::Text(text) => Found::Text(text.clone()),
                Part::Variable { name, default } => {
                    Found::Text(variables.variable(name, default.as_deref())?)
                }
                Part::Secret(name) => Found::Secret(variables.secret(name)?),
            });
        }
        // Room for all of it: a text that grows would leave copies of the secret behind.
        let mut whole = String::with_capacity(found.iter().map(|found| found.as_str().len()).sum());
        for found in &found {
            whole.push_str(found.as_str());
        }
        Ok(match self.secrets().next() {
            Some(_) => Resolved::Secret(Secret::new(whole)),
            None => Resolved::Text(whole),
        })
    }

    /// What it comes to, for a person to read: a reference stands as such where it leads to a secret,
    /// or to what `is_secret` by the variable's name and value.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: a variable is not set and has no default.
    pub(super) fn shown(
        &self,
        variables: &Variables,
        is_secret: impl Fn(&str, &str) -> bool,
    ) -> Result<String> {
        let mut shown = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => shown.push_str(text),
                Part::Secret(name) => shown.extend(["${secret:", name, "}"]),
                Part::Variable { name, default } => {
                    let value = variables.variable(name, default.as_deref())?;
                    if is_secret(name, &value) {
                        shown.extend(["${env:", name, "}"]);
                    } else {
                        shown.push_str(&value);
                    }
                }
            }
        }
        Ok(shown)
    }

    /// Like [`Template::resolve`], for what must not be a secret because others see it.
    ///
    /// # Errors
    /// Those of [`Template::resolve`], and a secret is in it.
    pub fn resolve_text(&self, variables: &Variables) -> Result<String> {
        match self.resolve(variables)? {
            Resolved::Text(text) => Ok(text),
            Resolved::Secret(_) => Err(seen_by_others()),
        }
    }

    /// Like [`Template::resolve_text`], for a folder.
    ///
    /// # Errors
    /// Those of [`Template::resolve_text`], and the path is not absolute.
    pub fn resolve_folder(&self, variables: &Variables) -> Result<PathBuf> {
        let path = PathBuf::from(self.resolve_text(variables)?);
        if path.is_absolute() { Ok(path) } else { Err(not_absolute()) }
    }
}

/// A text, or a secret that is not copied.
enum Found {
    Text(String),
    Secret(Secret),
}

impl Found {
    fn as_str(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Secret(secret) => secret.expose(),
        }
    }
}

impl Variables {
    /// The environment of this process, and no secrets.
    pub fn of_process() -> Self {
        Self { environment: None, secrets: BTreeMap::new() }
    }

    /// These variables in place of the environment, and no secrets.
    pub fn given<N: Into<String>, V: Into<String>>(
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let variables = variables.into_iter().map(|(name, value)| (name.into(), value.into()));
        Self { environment: Some(variables.collect()), secrets: BTreeMap::new() }
    }

    /// Adds a secret.
    pub fn with_secret(mut self, name: impl Into<String>, secret: Secret) -> Self {
        self.secrets.insert(name.into(), secret);
        self
    }

    fn variable(&self, name: &str, default: Option<&str>) -> Result<String> {
        let set = match &self.environment {
            Some(given) => given.get(name).cloned(),
            None => env::var(name).ok(),
        };
        match (set, default) {
            (Some(value), _) if !value.is_empty() => Ok(value),
            (_, Some(default)) => Ok(default.to_owned()),
            (Some(empty), None) => Ok(empty),
            (None, None) => {
                let message = format!("the environment variable {name} is not set, or no text");
                Err(Error::new(ErrorCode::InvalidInput, message).with_next_step(format!(
                    "set it, or write ${{env:{name}:-text}} to say what stands for it"
                )))
            }
        }
    }

    fn secret(&self, name: &str) -> Result<Secret> {
        self.secrets.get(name).cloned().ok_or_else(|| {
            Error::new(ErrorCode::InvalidInput, format!("there is no secret named {name}"))
                .with_next_step(format!("keep one: hostline secret set {name}"))
        })
    }
}

impl Resolved {
    /// The text itself. Whoever takes it answers for where it goes.
    pub fn expose(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Secret(secret) => secret.expose(),
        }
    }
}

/// Takes a text with references apart.
fn parts(raw: &str) -> Result<Vec<Part>> {
    let (mut parts, mut text, mut rest) = (Vec::new(), String::new(), raw);
    while let Some(at) = rest.find('$') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(behind) = rest.strip_prefix("$${") {
            text.push_str("${");
            rest = behind;
        } else if let Some(behind) = rest.strip_prefix("${") {
            let (inside, behind) = behind.split_once('}').ok_or_else(|| {
                wrong("`${` is not closed", "write } behind the name, or `$${` for the text `${`")
            })?;
            if !text.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut text)));
            }
            parts.push(reference(inside)?);
            rest = behind;
        } else {
            text.push('$');
            rest = &rest[1..];
        }
    }
    text.push_str(rest);
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    Ok(parts)
}

/// What stands between the braces.
fn reference(inside: &str) -> Result<Part> {
    if let Some(name) = inside.strip_prefix("secret:") {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        if name.is_empty() || name.len() > MOST_SECRET_NAME || !name.bytes().all(plain) {
            return Err(wrong(
                "a reference to a secret has no valid name",
                "write ${secret:name}, with letters, digits, hyphens, underscores and dots",
            ));
        }
        return Ok(Part::Secret(name.to_owned()));
    }
    let Some(variable) = inside.strip_prefix("env:") else {
        return Err(wrong(
            "a reference is neither to a variable nor to a secret",
            "write ${env:NAME}, ${env:NAME:-text} or ${secret:name}, and `$${` for the text `${`",
        ));
    };
    let (name, default) = match variable.split_once(":-") {
        Some((name, default)) => (name, Some(default.to_owned())),
        None => (variable, None),
    };
    // Windows has names such as `ProgramFiles(x86)`.
    let plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'(' | b')');
    if name.is_empty() || !name.bytes().all(plain) {
        return Err(wrong(
            "a reference to a variable has no valid name",
            "write ${env:NAME}, or ${env:NAME:-text} with what stands for it if it is not set",
        ));
    }
    Ok(Part::Variable { name: name.to_owned(), default })
}

fn wrong(what: &'static str, fix: &'static str) -> Error {
    Error::new(ErrorCode::InvalidInput, what).with_next_step(fix)
}

fn seen_by_others() -> Error {
    wrong("a secret stands where others can read it", "give it in `environment` or `headers`")
}

fn not_absolute() -> Error {
    wrong(
        "a folder's path is not absolute",
        "write the whole path; ${env:HOME} stands for the home folder where ~ does not",
    )
}

impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Template(")?;
        for part in &self.parts {
            match part {
                Part::Text(_) => f.write_str("…")?,
                Part::Variable { name, .. } => write!(f, "${{env:{name}}}")?,
                Part::Secret(name) => write!(f, "${{secret:{name}}}")?,
            }
        }
        f.write_str(")")
    }
}

impl fmt::Debug for Resolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Resolved")
    }
}

impl Serialize for Template {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.raw)
    }
}

impl<'de> Deserialize<'de> for Template {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text::read(deserializer, |text| Self::parse(text))
    }
}

/// A template in a place that others can read, such as a command line.
#[derive(Clone, Serialize)]
#[serde(transparent)]
pub(super) struct Shown(pub(super) Template);

impl Shown {
    fn parse(text: &str) -> Result<Self> {
        let template = Template::parse(text)?;
        if template.secrets().next().is_some() {
            return Err(seen_by_others());
        }
        Ok(Self(template))
    }
}

impl<'de> Deserialize<'de> for Shown {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text::read(deserializer, Self::parse)
    }
}

/// A template for a folder's path.
#[derive(Clone, Serialize)]
#[serde(transparent)]
pub(super) struct Place(pub(super) Template);

impl Place {
    fn parse(text: &str) -> Result<Self> {
        let Shown(template) = Shown::parse(text)?;
        // What begins with a variable is judged when the variable is known.
        let begins_with_text = matches!(template.parts.first(), None | Some(Part::Text(_)));
        if begins_with_text && !PathBuf::from(text).is_absolute() {
            return Err(not_absolute());
        }
        Ok(Self(template))
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text::read(deserializer, Self::parse)
    }
}

#[cfg(test)]
#[path = "template_tests.rs"]
mod tests;
