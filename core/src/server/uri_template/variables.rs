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

    /// The value of a variable, if it is the name of one file or folder and leads to no other place
    /// than that on any system.
    ///
    /// It is `None` for an empty value, for one with `/`, `\`, `:` (a drive or a stream of Windows)
    /// or NUL in it, and for one of dots and spaces only (`..`, and what Windows takes for it).
    /// What such a file is, a link for example, is for the handler to know.
    pub fn path_segment(&self, name: &str) -> Option<&str> {
        self.value(name).filter(|value| {
            let names_something = value.chars().any(|char| char != '.' && char != ' ');
            names_something && !value.contains(['/', '\\', ':', '\0'])
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

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Variables {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(values: I) -> Self {
        let mut variables = Self::new();
        for (name, value) in values {
            variables.insert(name, value);
        }
        variables
    }
}
