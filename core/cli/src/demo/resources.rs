//! Resources: text, bytes, one that changes, and a pattern of many.

use std::time::Duration;

use hostline::server::{
    CompletionRequest, Context, Failure, ResourceRequest, ServedResource, Server,
};

use super::{PICTURE, PICTURE_TYPE, changes::note, icon};

/// The address of the resource that a tool changes.
pub(super) const NOTE: &str = "demo://note";
/// How long a client may keep what never changes.
const DAY: Duration = Duration::from_hours(24);

/// A text that tools and prompts hand over too.
pub(super) struct Document {
    pub(super) uri: &'static str,
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) mime_type: &'static str,
    pub(super) text: &'static str,
}

/// What the server says of itself.
pub(super) const ABOUT: Document = Document {
    uri: "demo://about",
    name: "about",
    title: "About this server",
    mime_type: "text/markdown",
    text: "# The demonstration server\n\nIt shows one of everything that a server can do.\n",
};

/// The cities of the pattern, by country.
pub(super) const CITIES: [(&str, &str, &str); 6] = [
    ("portugal", "lisbon", "Lisbon lies on the Tagus."),
    ("portugal", "porto", "Porto lies on the Douro."),
    ("france", "paris", "Paris lies on the Seine."),
    ("france", "lyon", "Lyon lies where the Saône meets the Rhône."),
    ("austria", "vienna", "Vienna lies on the Danube."),
    ("austria", "linz", "Linz lies on the Danube too."),
];

pub(super) fn add(server: Server) -> Server {
    let about = ServedResource::new(ABOUT.uri, ABOUT.name, |_, _cx: Context| async { ABOUT.text })
        .title(ABOUT.title)
        .description("Text that never changes.")
        .mime_type(ABOUT.mime_type)
        .size(ABOUT.text.len() as u64)
        .icons([icon()])
        .ttl(DAY)
        .public();
    let picture = ServedResource::new("demo://picture", "picture", |_, _cx: Context| async {
        PICTURE.to_vec()
    })
    .title("A picture")
    .description("Bytes.")
    .mime_type(PICTURE_TYPE)
    .size(PICTURE.len() as u64);
    let changing = ServedResource::new(NOTE, "note", |_, _cx: Context| async { note().clone() })
        .title("A note")
        .description("Text that the tool write-note changes.")
        .mime_type("text/plain");
    let city = ServedResource::new("demo://cities/{country}/{city}", "city", read_city)
        .title("Cities")
        .description("A pattern of resources, whose variables can be completed.")
        .mime_type("text/plain")
        .complete("country", |asked: CompletionRequest, _cx| async move { countries(&asked.value) })
        .complete("city", |asked: CompletionRequest, _cx| async move {
            cities(asked.arguments.get("country").map(String::as_str), &asked.value)
        });
    server.with_resource(about).with_resource(picture).with_resource(changing).with_resource(city)
}

async fn read_city(asked: ResourceRequest, _cx: Context) -> Result<&'static str, Failure> {
    let value = |name| asked.variables.value(name);
    let known = CITIES.iter().find(|(country, city, _)| {
        value("country") == Some(country) && value("city") == Some(city)
    });
    known.map(|(_, _, text)| *text).ok_or_else(Failure::not_found)
}

/// The countries whose names begin so.
pub(super) fn countries(begin: &str) -> Vec<&'static str> {
    let mut countries: Vec<_> = CITIES.iter().map(|(country, ..)| *country).collect();
    countries.dedup();
    countries.retain(|country| country.starts_with(begin));
    countries
}

/// The cities whose names begin so, of one country where it is known.
pub(super) fn cities(of: Option<&str>, begin: &str) -> Vec<&'static str> {
    let fitting = CITIES.iter().filter(|(country, ..)| of.is_none_or(|of| of == *country));
    fitting.map(|(_, city, _)| *city).filter(|city| city.starts_with(begin)).collect()
}
