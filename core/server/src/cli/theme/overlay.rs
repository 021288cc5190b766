//! Additions of the theme server to pages: a script that reloads them, and the list of problems.

use stoa_render::escape_html;
use stoa_site::themes::{Problem, Severity};

use super::check::location;

/// Path of the script.
pub(super) const SCRIPT_PATH: &str = "/-/reload.js";
/// Path of the event stream.
pub(super) const EVENTS_PATH: &str = "/-/events";
/// Path of the list of all problems.
pub(super) const PROBLEMS_PATH: &str = "/-/problems";
/// The script.
pub(super) const SCRIPT: &str = include_str!("reload.js");

const STYLE: &str = "<style>\
    .stoa-theme-errors{position:fixed;inset:0;z-index:2147483647;overflow:auto;padding:4vh 4vw;background:rgb(20 18 24/.82);\
    color:#f4f1f8;font:15px/1.5 system-ui,sans-serif;text-align:left}\
    .stoa-theme-errors__list{max-width:64rem;margin:0 auto;display:grid;gap:1rem;list-style:none;padding:0}\
    .stoa-theme-errors h2{max-width:64rem;margin:0 auto 1rem;font:600 1.25rem/1.3 system-ui,sans-serif;color:inherit}\
    .stoa-theme-errors li{background:#fff;color:#1c1820;border-left:.4rem solid #b3261e;border-radius:.3rem;padding:1rem 1.25rem}\
    .stoa-theme-errors li[data-severity=warning]{border-color:#a66a00}.stoa-theme-errors li[data-severity=note]{border-color:#1f5f99}\
    .stoa-theme-errors__place{font:600 14px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}\
    .stoa-theme-errors p{margin:.35rem 0;color:inherit;max-width:none}\
    .stoa-theme-errors pre{margin:.5rem 0;padding:.6rem .8rem;background:#f3f0f6;overflow-x:auto;font:13px/1.5 ui-monospace,monospace;\
    white-space:pre;tab-size:4;color:#1c1820}.stoa-theme-errors__mark{color:#b3261e;font-weight:700}\
    .stoa-theme-errors__help{font-size:14px;opacity:.8}\
    .stoa-theme-errors button{position:fixed;top:1rem;right:1rem;font:inherit;padding:.5rem 1rem;border:0;border-radius:.3rem;cursor:pointer;\
    background:#fff;color:#1c1820}\
    .stoa-theme-badge{position:fixed;left:1rem;bottom:1rem;z-index:2147483646;padding:.45rem .8rem;border-radius:2rem;background:#3a2a00;\
    color:#fff;font:14px/1.4 system-ui,sans-serif;text-decoration:none}\
    </style>";

/// Adds the script to a page, and an overlay with the problems.
pub(super) fn with(html: &str, blocking: &[&Problem], others: usize) -> String {
    let mut added = String::new();
    if !blocking.is_empty() {
        added.push_str(STYLE);
        added.push_str(&format!(
            "<div class=\"stoa-theme-errors\" role=\"alertdialog\" aria-label=\"Errors of the theme\">\
             <button type=\"button\" data-stoa-theme-close>Close (Esc)</button><h2>{}</h2>{}</div>",
            match blocking {
                [_] => "The theme has an error".to_owned(),
                several => format!("The theme has {} errors", several.len()),
            },
            list(blocking)
        ));
    } else if others > 0 {
        let words = if others == 1 { "1 finding".to_owned() } else { format!("{others} findings") };
        added.push_str(STYLE);
        added.push_str(&format!("<a class=\"stoa-theme-badge\" href=\"{PROBLEMS_PATH}\">{words}</a>"));
    }
    added.push_str(&format!("<script src=\"{SCRIPT_PATH}\" defer></script>"));
    match html.rfind("</body>") {
        Some(end) => format!("{}{added}{}", html.get(..end).unwrap_or(html), html.get(end..).unwrap_or_default()),
        None => format!("{html}{added}"),
    }
}

/// The page that lists all problems.
pub(super) fn page(theme: &str, problems: &[Problem]) -> String {
    let all: Vec<&Problem> = problems.iter().collect();
    let body = if all.is_empty() { "<p>No problems.</p>".to_owned() } else { list(&all) };
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Theme {theme}</title>{STYLE}</head><body><main class=\"stoa-theme-errors\"><h2>Theme {theme}</h2>{body}\
         <p><a href=\"/\" style=\"color:inherit\">Back to the pages</a></p></main><script src=\"{SCRIPT_PATH}\" defer></script></body></html>",
        theme = escape_html(theme)
    )
}

fn list(problems: &[&Problem]) -> String {
    let items: String = problems.iter().map(|problem| item(problem)).collect();
    format!("<ol class=\"stoa-theme-errors__list\">{items}</ol>")
}

fn item(problem: &Problem) -> String {
    let severity = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let excerpt = problem.excerpt().map_or_else(String::new, |excerpt| {
        let (line, mark) = (escape_html(&excerpt.line), escape_html(&excerpt.mark));
        format!("<pre>{line}\n<span class=\"stoa-theme-errors__mark\">{mark}</span></pre>")
    });
    let help = problem
        .help
        .as_deref()
        .map_or_else(String::new, |help| format!("<p class=\"stoa-theme-errors__help\">{}</p>", escape_html(help)));
    format!(
        "<li data-severity=\"{severity}\"><span class=\"stoa-theme-errors__place\">{}</span> <code>{}</code><p>{}</p>{excerpt}{help}</li>",
        escape_html(&location(problem)),
        escape_html(&problem.code),
        escape_html(&problem.message)
    )
}
