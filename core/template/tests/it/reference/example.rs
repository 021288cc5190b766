//! Examples in the reference documentation.
//!
//! A code fence of the language `example` has examples separated by a line of dashes. Each is a list of `key: value`; a
//! longer value follows its key on separate lines, indented by two spaces.

use serde_json::{Map, Value};
use stoa_template::{Locale, PartialSet, RenderContext};

use crate::language::run_with;

/// One example: its keys and values in order.
#[derive(Debug, Default)]
pub(super) struct Example {
    values: Vec<(String, String)>,
}

const KEYS: [&str; 6] = ["template", "data", "output", "errors", "locale", "now"];
/// Keys followed by the name of a partial or the path of a document.
const NAMED: [&str; 2] = ["partial ", "inject "];

fn key(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let known = KEYS.contains(&key) || NAMED.iter().any(|prefix| key.starts_with(prefix));
    known.then(|| (key, value.strip_prefix(' ').unwrap_or(value)))
}

/// Text without white space around it and at the ends of its lines.
fn trimmed_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned()
}

impl Example {
    /// The examples of a page.
    pub(super) fn all(page: &str) -> impl Iterator<Item = Self> {
        let fences = page.split("```example\n").skip(1).filter_map(|rest| rest.split_once("\n```"));
        fences.flat_map(|(fence, _)| fence.split("\n---\n").map(Self::parse))
    }

    #[track_caller]
    fn parse(text: &str) -> Self {
        let mut example = Self::default();
        for line in text.lines() {
            match (key(line), example.values.last_mut()) {
                (Some((key, value)), _) => example.values.push((key.to_owned(), value.to_owned())),
                (None, Some((_, value))) => {
                    if !value.is_empty() {
                        value.push('\n');
                    }
                    value.push_str(line.strip_prefix("  ").unwrap_or(line));
                }
                (None, None) => panic!("an example begins with {line:?}"),
            }
        }
        example
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    fn named<'e>(&'e self, prefix: &'e str) -> impl Iterator<Item = (&'e str, &'e str)> {
        self.values.iter().filter_map(move |(key, value)| Some((key.strip_prefix(prefix)?, value.as_str())))
    }

    pub(super) fn template(&self) -> &str {
        self.get("template").unwrap()
    }

    #[track_caller]
    pub(super) fn check(&self, page: &str) {
        let data = self.get("data").map_or(Value::Object(Map::new()), |data| serde_json::from_str(data).unwrap());
        let partials: PartialSet = self.named("partial ").collect();
        let documents: Map<String, Value> = self
            .named("inject ")
            .map(|(path, document)| (path.to_owned(), serde_json::from_str(document).unwrap()))
            .collect();
        let locale = Locale::parse(self.get("locale").unwrap_or("en-US")).unwrap();
        let context = RenderContext {
            partials: Some(&partials),
            injectables: Some(&documents),
            locale: Some(&locale),
            now_ms: self.get("now").map_or(0, |now| now.parse().unwrap()),
            ..RenderContext::default()
        };
        let outcome = run_with(self.template(), &data, &context);
        let place = format!("{page}: {}", self.template());
        assert_eq!(trimmed_lines(&outcome.output), trimmed_lines(self.get("output").unwrap()), "{place}");
        let errors: Vec<String> = outcome.errors.iter().map(ToString::to_string).collect();
        assert_eq!(errors.join("\n"), self.get("errors").unwrap_or(""), "{place}");
    }
}
