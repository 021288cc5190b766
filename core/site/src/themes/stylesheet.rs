//! Style sheets of the original form. The LESS files in the configuration are compiled as one style sheet with
//! [`stoa_less`], and the result is split by file.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use moka::sync::Cache;
use sha2::{Digest as _, Sha256};
use stoa_less::{Css, ErrorKind, LessError, Sheet};

use super::problem::{Problem, TextPosition};
use super::{Files, text_of};

/// Problem code for style sheets that failed to compile for a reason outside of them: a retry may succeed.
pub const STYLE_FAILED: &str = "style-failed";
/// Problem code for style sheets that exceed a resource limit.
const STYLE_LIMIT: &str = "style-limit";
/// Maximum number of LESS files that are compiled separately.
const MAX_ALONE: usize = 8;
/// Maximum size of cached CSS, in bytes.
const CACHE_BYTES: u64 = 16 * 1024 * 1024;
/// How long it is cached after its last use.
const TIME_TO_IDLE: Duration = Duration::from_secs(10 * 60);

type Outcome = Arc<Result<Css, LessError>>;

/// Compilation results by hash of the input. A draft is checked, previewed and published with the same style sheets,
/// and most changes are to templates.
static CACHE: LazyLock<Cache<[u8; 32], Outcome>> = LazyLock::new(|| {
    let weigher = |_: &[u8; 32], outcome: &Outcome| weight(outcome);
    Cache::builder().max_capacity(CACHE_BYTES).weigher(weigher).time_to_idle(TIME_TO_IDLE).build()
});

fn weight(outcome: &Outcome) -> u32 {
    let css = outcome.as_ref().as_ref().map_or(0, |css| css.sheets.iter().map(String::len).sum::<usize>());
    u32::try_from(css + 1024).unwrap_or(u32::MAX)
}

/// The CSS of style sheets by path, each once. `files` can be imported and embedded. On errors, reports them and
/// returns empty CSS for LESS files.
pub(super) fn compile(files: &Files, paths: &[String], problems: &mut Vec<Problem>) -> Vec<(String, String)> {
    let mut seen = BTreeSet::new();
    let mut texts = Vec::new();
    for path in paths.iter().filter(|path| seen.insert(*path)) {
        let text = files.get(path).and_then(|bytes| text_of(path, bytes, problems));
        texts.extend(text.map(|text| (Sheet { path: path.clone(), as_written: !is_less(path) }, text)));
    }
    if texts.iter().all(|(sheet, _)| sheet.as_written) {
        return texts.into_iter().map(|(sheet, text)| (sheet.path, text)).collect();
    }
    let sheets: Vec<Sheet> = texts.iter().map(|(sheet, _)| sheet.clone()).collect();
    match outcome(files, &sheets).as_ref() {
        Ok(css) => {
            problems.extend(css.left_out.iter().map(|left_out| {
                let place = TextPosition { line: left_out.line, column: left_out.column };
                let message = format!("'{}' is on another host and is ignored.", left_out.address);
                let help = "Put the file into the folder, and fonts into \"fonts/\".";
                Problem::warning("external-style", &left_out.file, message).at(place).help(help)
            }));
            sheets.into_iter().map(|sheet| sheet.path).zip(css.sheets.iter().cloned()).collect()
        }
        Err(error) => {
            problems.push(problem(error));
            let left =
                |(sheet, text): (Sheet, String)| (sheet.path, if sheet.as_written { text } else { String::new() });
            texts.into_iter().map(left).collect()
        }
    }
}

/// The CSS of style sheets by path, each compiled separately. After one exceeds a limit, further LESS files are
/// skipped.
pub(super) fn compile_alone<'a>(
    files: &Files,
    paths: impl Iterator<Item = &'a String>,
    problems: &mut Vec<Problem>,
) -> Vec<(String, String)> {
    let mut compiled = Vec::new();
    let mut left = MAX_ALONE;
    for path in paths {
        if is_less(path) {
            if problems.iter().any(|problem| problem.code == STYLE_LIMIT) {
                continue;
            }
            if left == 0 {
                let message = format!("Templates link more than {MAX_ALONE} LESS style sheets; this one is ignored.");
                let help = "Add it to \"stylesheets\" in template.conf.";
                problems.push(Problem::error("too-many-styles", path, message).help(help));
                continue;
            }
            left -= 1;
        }
        compiled.extend(compile(files, std::slice::from_ref(path), problems));
    }
    compiled
}

/// Whether a file is a LESS style sheet.
pub(super) fn is_less(path: &str) -> bool {
    path.ends_with(".less")
}

fn outcome(files: &Files, sheets: &[Sheet]) -> Outcome {
    let key = fingerprint(files, sheets);
    let outcome = CACHE.get_with(key, || Arc::new(stoa_less::compile(files, sheets)));
    // Not cached: a retry may find memory and threads available again.
    if matches!(outcome.as_ref(), Err(LessError { kind: ErrorKind::Broken, .. })) {
        CACHE.invalidate(&key);
    }
    outcome
}

fn fingerprint(files: &Files, sheets: &[Sheet]) -> [u8; 32] {
    let mut digest = Sha256::new();
    let mut part = |bytes: &[u8]| {
        digest.update(bytes.len().to_le_bytes());
        digest.update(bytes);
    };
    for sheet in sheets {
        part(sheet.path.as_bytes());
    }
    part(&[]);
    for (path, bytes) in files {
        part(path.as_bytes());
        part(bytes);
    }
    digest.finalize().into()
}

fn problem(error: &LessError) -> Problem {
    let code = match error.kind {
        ErrorKind::Source => "invalid-style",
        ErrorKind::Time | ErrorKind::Memory | ErrorKind::Depth | ErrorKind::Size => STYLE_LIMIT,
        ErrorKind::Broken => STYLE_FAILED,
    };
    let place = TextPosition { line: error.line, column: error.column };
    Problem::error(code, &error.file, error.message.as_str())
        .at(place)
        .help("Until this is fixed, pages are shown without the LESS style sheets.")
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    fn compiled(texts: &[(&str, &str)], paths: &[&str]) -> (Vec<(String, String)>, Vec<Problem>) {
        let files = texts.iter().map(|(path, text)| ((*path).to_owned(), Bytes::from((*text).to_owned()))).collect();
        let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        let mut problems = Vec::new();
        (compile(&files, &paths, &mut problems), problems)
    }

    #[test]
    fn sheets_share_variables_and_mixins() {
        let texts = [
            ("styles/base.less", "@ink: #222; .round(@r) { border-radius: @r; }"),
            ("styles/site.less", "a { .round(4px); color: @ink; }"),
        ];
        let (sheets, problems) = compiled(&texts, &["styles/base.less", "styles/site.less", "styles/base.less"]);
        let expected =
            [("styles/base.less", ""), ("styles/site.less", "a {\n  border-radius: 4px;\n  color: #222;\n}\n")];
        assert_eq!(sheets, expected.map(|(path, css)| (path.to_owned(), css.to_owned())));
        assert_eq!(problems, []);
    }

    #[test]
    fn failed_less_keeps_css_sheets() {
        let texts = [("styles/reset.css", "a { margin: 0 }"), ("styles/site.less", "a {\n  .nope();\n}")];
        let (sheets, problems) = compiled(&texts, &["styles/reset.css", "styles/site.less"]);
        let expected = [("styles/reset.css", "a { margin: 0 }"), ("styles/site.less", "")];
        assert_eq!(sheets, expected.map(|(path, css)| (path.to_owned(), css.to_owned())));
        let told: Vec<_> =
            problems.iter().map(|problem| (problem.code.as_str(), problem.line, problem.column)).collect();
        assert_eq!(told, [("invalid-style", 2, 3)]);
    }

    #[test]
    fn individual_compilation_is_limited() {
        let alone = |text: &str| {
            let text = Bytes::from(text.to_owned());
            let files: Files = (0..=MAX_ALONE).map(|n| (format!("styles/{n}.less"), text.clone())).collect();
            let mut problems = Vec::new();
            let compiled = compile_alone(&files, files.keys(), &mut problems);
            let told: Vec<String> = problems.into_iter().map(|problem| problem.code).collect();
            (compiled.len(), told)
        };
        assert_eq!(alone("a { .b { margin: 0; } }"), (MAX_ALONE, vec!["too-many-styles".to_owned()]));
        assert_eq!(alone(".loop(@n) { .loop(@n + 1); } a { .loop(0); }"), (1, vec![STYLE_LIMIT.to_owned()]));
    }

    #[test]
    fn compiled_styles_are_cached() {
        let texts = [("styles/site.less", ".loop(@n) { .loop(@n + 1); } a { .loop(0); }")];
        let files: Files =
            texts.iter().map(|(path, text)| ((*path).to_owned(), Bytes::from_static(text.as_bytes()))).collect();
        let sheets = [Sheet { path: "styles/site.less".to_owned(), as_written: false }];
        assert!(Arc::ptr_eq(&outcome(&files, &sheets), &outcome(&files, &sheets)));
    }
}
