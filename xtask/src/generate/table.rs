//! Which operations each language has, as its generated files say, and not as its generator thinks.

use std::{collections::BTreeSet, fmt::Write as _, ops::Range};

use heck::{ToLowerCamelCase as _, ToSnakeCase as _};

use super::{
    File,
    contract::{Contract, Operation},
};

/// Where a language has its functions, and what they look like.
struct Place {
    language: &'static str,
    file: &'static str,
    /// How a class begins whose functions are meant; `{}` is its name.
    class: &'static str,
    /// How the next class begins.
    next: &'static str,
    /// How a function begins; `{}` is its name.
    function: &'static str,
    spelt: fn(&str) -> String,
}

fn snake(name: &str) -> String {
    name.to_snake_case()
}

fn camel(name: &str) -> String {
    name.to_lower_camel_case()
}

const PLACES: [Place; 5] = [
    Place {
        language: "python",
        file: "bindings-python/python/hostline/api.py",
        class: "\nclass {}(",
        next: "\nclass ",
        function: " def {}(",
        spelt: snake,
    },
    Place {
        language: "blocking",
        file: "bindings-python/python/hostline/blocking.py",
        class: "\nclass {}(",
        next: "\nclass ",
        function: " def {}(",
        spelt: snake,
    },
    Place {
        language: "node",
        file: "bindings-node/ts/handles.ts",
        class: "\nexport class {} ",
        next: "\nexport ",
        function: " async {}(",
        spelt: camel,
    },
    Place {
        language: "swift",
        file: "bindings-swift/Sources/Hostline/Generated/API.swift",
        class: "\nextension Hostline.{} {",
        next: "\nextension Hostline",
        function: " func {}(",
        spelt: camel,
    },
    Place {
        language: "kotlin",
        file: "bindings-swift/kotlin/src/main/kotlin/io/github/hostline/Api.kt",
        class: "\npublic class {} ",
        next: "\npublic class ",
        function: " fun {}(",
        spelt: camel,
    },
];

/// The table, and the holes in it.
pub(super) fn table(contract: &Contract, files: &[File]) -> (String, Vec<String>) {
    let mut text = format!("{:<14}{:>12}", "", "operations");
    for place in &PLACES {
        let _ = write!(text, "{:>10}", place.language);
    }
    text.push('\n');
    let mut holes = Vec::new();
    let classes: BTreeSet<&str> =
        contract.public().map(|operation| operation.on.as_str()).collect();
    for class in classes {
        let opened = contract.openings.iter().filter(|it| it.on.as_deref() == Some(class));
        let done = contract.public().filter(|operation| operation.on == class);
        let all: Vec<&Operation> = done.chain(opened.map(|it| &it.operation)).collect();
        let _ = write!(text, "{class:<14}{:>12}", all.len());
        for place in &PLACES {
            let written = files.iter().find(|file| file.path == place.file);
            let written = written.map_or("", |file| &file.text[part(place, class, &file.text)]);
            let lacks = |operation: &&&Operation| {
                let name = (place.spelt)(&operation.function);
                !written.contains(&place.function.replace("{}", &name))
            };
            let missing: Vec<_> = all.iter().filter(lacks).collect();
            let _ = write!(text, "{:>10}", all.len() - missing.len());
            holes.extend(
                missing
                    .iter()
                    .map(|it| format!("{} has no {class}.{}", place.language, it.function)),
            );
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{} languages, {} holes", PLACES.len(), holes.len());
    (text, holes)
}

/// The part of a file that is about a class: nothing where it has none.
fn part(place: &Place, class: &str, text: &str) -> Range<usize> {
    let head = place.class.replace("{}", class);
    let Some(start) = text.find(&head).map(|at| at + head.len()) else { return 0..0 };
    let end = text[start..].find(place.next).map_or(text.len(), |at| start + at);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_of_another_class_fills_no_hole() {
        let text =
            "\nclass Client(X):\n    def close(self):\n\nclass Host(X):\n    def log(self):\n";
        let place = &PLACES[0];
        assert!(text[part(place, "Client", text)].contains(" def close("));
        assert!(!text[part(place, "Client", text)].contains(" def log("));
        assert!(text[part(place, "Host", text)].contains(" def log("));
        assert_eq!(part(place, "Watch", text), 0..0);
    }
}
