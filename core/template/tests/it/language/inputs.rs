//! Cases as files: settings as JSON, a line of dashes, the template, a line of dashes, the output
//! and behind another line of dashes the errors.

use std::path::Path;

use serde_json::Value;
use stoa_template::{PartialSet, RenderContext};

use super::run_with;

const LINE: &str = "\n---\n";

fn check(path: &Path) {
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
}

// spec: template.purpose, template.syntax.open
#[test]
fn every_input_gives_its_output() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        check(&entry.unwrap().path());
        count += 1;
    }
    assert!(count >= 12, "{count} inputs");
}
