//! The results of the languages side by side: scenarios and edges × languages, without a hole and
//! without a difference.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Job, Played, Said};

/// What came of one run in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// What is wrong, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
    /// What its steps have given.
    #[serde(default, skip_serializing_if = "Said::is_empty")]
    pub said: Said,
}

/// Scenario or edge, and the run of it.
type Place = (String, String);

/// All that one language has played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// The language.
    pub language: String,
    /// The version of Hostline that it used.
    pub hostline: String,
    /// By scenario or edge, and by run.
    pub rows: BTreeMap<String, BTreeMap<String, Told>>,
}

impl Results {
    /// Takes in what was played.
    pub fn add(&mut self, played: &[Played]) {
        for played in played {
            let (title, run) = place(&played.job);
            let told = match &played.outcome {
                Ok(said) => Told { failed: None, said: said.clone() },
                Err(why) => Told { failed: Some(why.clone()), said: Said::new() },
            };
            self.rows.entry(title).or_default().insert(run, told);
        }
    }

    fn told(&self, (title, run): &Place) -> Option<&Told> {
        self.rows.get(title)?.get(run)
    }
}

fn place((scenario, run): &Job) -> Place {
    (scenario.title().to_owned(), run.to_string())
}

/// The results of several languages for the runs that all of them must have played.
pub struct Table<'a> {
    languages: &'a [Results],
    wanted: BTreeSet<Place>,
}

impl<'a> Table<'a> {
    /// Lays the results side by side.
    pub fn new<'j>(languages: &'a [Results], wanted: impl Iterator<Item = &'j Job>) -> Self {
        Self { languages, wanted: wanted.map(place).collect() }
    }

    /// How many runs hold, over all languages.
    pub fn passed(&self) -> usize {
        self.count(|told| told.is_some_and(|told| told.failed.is_none()))
    }

    /// How many rows it has: scenarios and edges.
    pub fn rows(&self) -> usize {
        self.wanted.iter().map(|(title, _)| title).collect::<BTreeSet<_>>().len()
    }

    /// What failed, in words.
    pub fn failures(&self) -> Vec<String> {
        self.each(|language, place, told| {
            let why = told?.failed.as_ref()?;
            Some(format!("FAILED {} {} in {}: {why}", place.0, place.1, language.language))
        })
    }

    /// What a language has not played although it must, in words.
    pub fn holes(&self) -> Vec<String> {
        self.each(|language, place, told| {
            let hole = format!("HOLE {} {} in {}", place.0, place.1, language.language);
            told.is_none().then_some(hole)
        })
    }

    /// Where one language said something else than the first, in words.
    pub fn differences(&self) -> Vec<String> {
        let Some((first, others)) = self.languages.split_first() else { return Vec::new() };
        let mut differences = Vec::new();
        for other in others.iter().filter(|other| other.hostline != first.hostline) {
            differences.push(format!(
                "DIFFERS {} is of version {}, {} of {}",
                first.language, first.hostline, other.language, other.hostline
            ));
        }
        for place in &self.wanted {
            let Some(model) = holding(first, place) else { continue };
            for other in others {
                let Some(told) = holding(other, place) else { continue };
                let difference = first_difference(&model.said, &told.said);
                differences.extend(difference.map(|(step, one, another)| {
                    let (title, run) = place;
                    let (first, other) = (&first.language, &other.language);
                    format!(
                        "DIFFERS {title} {run}: {step}: {first} says {one}, {other} says {another}"
                    )
                }));
            }
        }
        differences
    }

    fn count(&self, counts: impl Fn(Option<&Told>) -> bool) -> usize {
        self.each(|_, _, told| counts(told).then(String::new)).len()
    }

    fn each(&self, say: impl Fn(&Results, &Place, Option<&Told>) -> Option<String>) -> Vec<String> {
        let places = self.wanted.iter();
        places
            .flat_map(|place| self.languages.iter().map(move |language| (language, place)))
            .filter_map(|(language, place)| say(language, place, language.told(place)))
            .collect()
    }

    /// What stands in one cell: how many runs hold, or the worst of them.
    fn cell(&self, language: &Results, title: &str) -> String {
        let runs: Vec<_> = self.wanted.iter().filter(|(wanted, _)| wanted == title).collect();
        let told: Vec<_> = runs.iter().map(|place| language.told(place)).collect();
        if told.iter().flatten().any(|told| told.failed.is_some()) {
            return "FAILED".into();
        }
        if told.iter().any(Option::is_none) {
            return "hole".into();
        }
        let first = self.languages.first();
        let differs = runs.iter().any(|place| {
            let model = first.and_then(|first| holding(first, place));
            model.zip(holding(language, place)).is_some_and(|(model, told)| model.said != told.said)
        });
        if differs { "differs".into() } else { "ok".into() }
    }
}

/// What came of a run that holds.
fn holding<'a>(language: &'a Results, place: &Place) -> Option<&'a Told> {
    language.told(place).filter(|told| told.failed.is_none())
}

/// Where two runs differ first, and what each says there.
fn first_difference(model: &Said, other: &Said) -> Option<(String, String, String)> {
    let text = |said: Option<&Value>| said.map_or("nothing".to_owned(), Value::to_string);
    let places: BTreeSet<&String> = model.keys().chain(other.keys()).collect();
    places.into_iter().find_map(|place| {
        let (one, another) = (model.get(place), other.get(place));
        (one != another).then(|| (place.clone(), text(one), text(another)))
    })
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let titles: BTreeSet<&str> = self.wanted.iter().map(|(title, _)| title.as_str()).collect();
        let longest = titles.iter().map(|title| title.chars().count()).max().unwrap_or(0);
        write!(f, "{:<longest$} {:>4}", "", "runs")?;
        for language in self.languages {
            write!(f, " {:>8}", language.language)?;
        }
        for title in titles {
            let runs = self.wanted.iter().filter(|(wanted, _)| wanted == title).count();
            write!(f, "\n{title:<longest$} {runs:>4}")?;
            for language in self.languages {
                write!(f, " {:>8}", self.cell(language, title))?;
            }
        }
        writeln!(f)
    }
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
