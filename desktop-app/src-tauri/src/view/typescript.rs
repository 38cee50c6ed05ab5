//! Whether the types of the page are those of the views.

use std::{env, fmt::Write, fs, path::Path};

use ts_rs::{Config, TS};

use super::{
    connection::{FailureView, ServerView, ToolsView},
    question::{AnsweredView, QuestionView},
    result::ResultView,
    told::Told,
};
use crate::{
    answer::Answer,
    commands::{CallTool, CancelCall, Close, Connect, ListTools},
};

/// The page's file, which is written from the views and never by hand.
const FILE: &str = "../ui/src/platform/views.ts";
const HEAD: &str = "\
// What crosses between the page and the app. Written from desktop-app/src-tauri/src/view; do not edit.

import type { ErrorCode } from \"#hostline/errors\";
";

struct Types {
    config: Config,
    names: Vec<String>,
    text: String,
}

impl Types {
    fn add<T: TS + 'static + ?Sized>(&mut self) {
        let name = T::name(&self.config);
        if T::output_path().is_none() || self.names.contains(&name) {
            return;
        }
        self.names.push(name);
        T::visit_dependencies(self);
        let docs = T::docs().unwrap_or_default();
        writeln!(self.text, "\n{docs}export {}", T::decl(&self.config)).unwrap();
    }
}

impl ts_rs::TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
    }
}

#[test]
fn the_types_of_the_page_are_written_from_the_views() {
    let mut types = Types { config: Config::default(), names: Vec::new(), text: HEAD.to_owned() };
    types.add::<Connect>();
    types.add::<ServerView>();
    types.add::<ListTools>();
    types.add::<ToolsView>();
    types.add::<CallTool>();
    types.add::<ResultView>();
    types.add::<CancelCall>();
    types.add::<Answer>();
    types.add::<AnsweredView>();
    types.add::<Close>();
    types.add::<Told>();
    types.add::<QuestionView>();
    types.add::<FailureView>();

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if env::var_os("HOSTLINE_WRITE").is_some() {
        fs::write(&path, &types.text).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == types.text,
        "{FILE} is not true; write it with: HOSTLINE_WRITE=1 cargo test -p hostline-desktop views"
    );
}
