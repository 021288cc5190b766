//! Texts by language: every file has the keys and placeholders of the English one.

use std::collections::{BTreeMap, BTreeSet};

use super::Report;
use crate::AuthorError;
use crate::files::read_text;
use crate::layout::Project;
use crate::locate::json_line;

const ENGLISH: &str = "locales/en.json";

type Texts = BTreeMap<String, String>;

pub(super) fn check(project: &Project, report: &mut Report) -> Result<(), AuthorError> {
    let files = project.files()?;
    let mut locales: Vec<&String> = files.iter().filter(|path| path.starts_with("locales/")).collect();
    if locales.is_empty() {
        return Ok(());
    }
    let read = |path: &str, report: &mut Report| -> Result<Option<(String, Texts)>, AuthorError> {
        let text = read_text(&project.folder.join(path))?;
        match serde_json::from_str::<Texts>(&text) {
            Ok(texts) => Ok(Some((text, texts))),
            // What is not JSON at all is reported with the other files.
            Err(error) if error.is_data() => {
                report.error(path, Some(error.line()), format!("has to be an object of texts: {error}"));
                Ok(None)
            }
            Err(_) => Ok(None),
        }
    };
    if !files.iter().any(|path| path == ENGLISH) {
        report.error(ENGLISH, None, "is missing: the texts of all other languages are compared with it");
        return Ok(());
    }
    let Some((_, english)) = read(ENGLISH, report)? else { return Ok(()) };
    locales.retain(|path| *path != ENGLISH);
    for path in locales {
        if let Some((text, texts)) = read(path, report)? {
            compare(path, &text, &texts, &english, report);
        }
    }
    Ok(())
}

fn compare(path: &str, text: &str, texts: &Texts, english: &Texts, report: &mut Report) {
    let line = |key: &str| Some(json_line(text, &format!("/{}", key.replace('~', "~0").replace('/', "~1"))));
    for (key, original) in english {
        match texts.get(key) {
            None => report.error(path, None, format!("`{key}` is missing")),
            Some(own) if own.trim().is_empty() && !original.trim().is_empty() => {
                report.error(path, line(key), format!("`{key}` is empty"));
            }
            Some(own) if placeholders(own) != placeholders(original) => {
                let wanted: Vec<&str> = placeholders(original).into_iter().collect();
                report.error(
                    path,
                    line(key),
                    format!("`{key}` has other placeholders than English: {}", wanted.join(" ")),
                );
            }
            Some(_) => {}
        }
    }
    for key in texts.keys().filter(|key| !english.contains_key(*key)) {
        report.warning(path, line(key), format!("`{key}` is not in {ENGLISH}"));
    }
}

/// Words in braces.
fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}
