//! Test cases as files: settings as JSON, a line of dashes, the template, a line of dashes, the output and, after
//! another line of dashes, the errors.

use std::path::Path;

use serde_json::Value;
use stoa_template::{PartialSet, RenderContext};

use super::run_with;

const LINE: &str = "\n---\n";

/// Every form of the language: each is in the template of an input.
const FORMS: [&str; 22] = [
    "{a}",
    "{word|truncate 6 ~|html}",
    "{.section a}",
    "{.repeated section n}",
    "{.alternates with}",
    "{.or}",
    "{.end}",
    "{.equal? @ 1}",
    "{.or even? @}",
    "{.if a && b}",
    "{.var @short word|truncate 6 ~|html}",
    "{.eval a * 2 + 1}",
    "{.macro card}",
    "{.include r}",
    "{.struct what a card shows}",
    "{# a comment #}",
    "{##\n{c}\n##}",
    "{.meta-left}",
    "{.meta-right}",
    "{.space}",
    "{.tab}",
    "{.newline}",
];

/// Checks an input and returns its template.
fn check(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let parts: Vec<&str> = text.trim_end_matches('\n').split(LINE).collect();
    let [settings, template, expected, errors @ ..] = parts.as_slice() else {
        panic!("{}: too few parts", path.display());
    };
    let settings: Value = serde_json::from_str(settings).unwrap();
    let nothing = serde_json::Map::new();
    let partials: PartialSet = settings["partials"]
        .as_object()
        .unwrap_or(&nothing)
        .iter()
        .map(|(name, source)| (name.as_str(), source.as_str().unwrap()))
        .collect();
    let documents = settings["inject"].as_object().unwrap_or(&nothing);
    let context = RenderContext {
        partials: Some(&partials),
        injectables: Some(documents),
        now_ms: settings["now"].as_i64().unwrap_or(0),
        ..RenderContext::default()
    };
    let outcome = run_with(template, &settings["data"], &context);
    assert_eq!(outcome.output, *expected, "{}", path.display());
    let got: Vec<String> = outcome.errors.iter().map(ToString::to_string).collect();
    assert_eq!(got.join("\n"), errors.join(LINE), "{}", path.display());
    (*template).to_owned()
}

// spec: template.purpose, template.syntax.open
#[test]
fn inputs_match_output() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs");
    let templates: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| check(&entry.unwrap().path())).collect();
    for form in FORMS {
        assert!(templates.iter().any(|template| template.contains(form)), "no input has {form}");
    }
}
