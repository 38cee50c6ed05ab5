//! The values of a template's variables, by their names.

/// Values by the names of their variables, in the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables(Vec<(String, String)>);

impl Variables {
    /// No values.
    pub fn new() -> Self {
        Self::default()
    }

    /// With a value more, or another value of the same variable.
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.insert(name, value);
        self
    }

    /// Adds a value, or replaces that of the same variable.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// The value of a variable, as it is. It can hold anything.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.iter().find_map(|(known, value)| (known == name).then_some(value))
    }

    /// The value of a variable, if it is the name of one file or folder and leads out of its folder
    /// on no system.
    ///
    /// It is `None` for an empty value, for one with `/`, `\`, `:` (a drive or a stream of Windows)
    /// or NUL in it, for one that ends in a dot or a space (`..`, and what Windows leaves out of a
    /// name), and for the names that Windows keeps for devices, such as `nul` or `com1.txt`.
    ///
    /// Two names may still be those of one file, where the letters' case does not count or a system
    /// makes short names; and what the file is, a link for example, is for the handler to know.
    pub fn path_segment(&self, name: &str) -> Option<&str> {
        self.value(name).filter(|value| {
            let is_whole = !value.is_empty() && !value.ends_with(['.', ' ']);
            is_whole && !value.contains(['/', '\\', ':', '\0']) && !is_device(value)
        })
    }

    /// The names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether Windows takes a name for that of a device, whatever follows a dot in it.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ');
    let stem = stem.to_ascii_uppercase();
    let numbered = |port: &str| {
        let number = stem.strip_prefix(port).map(|number| number.chars().collect::<Vec<_>>());
        matches!(number.as_deref(), Some(['0'..='9' | '\u{B9}' | '\u{B2}' | '\u{B3}']))
    };
    matches!(&*stem, "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || numbered("COM")
        || numbered("LPT")
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Variables {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(values: I) -> Self {
        let mut variables = Self::new();
        for (name, value) in values {
            variables.insert(name, value);
        }
        variables
    }
}
