//! Markup that does not work on pages of a site: their security policy allows only script files of the site itself.

use stoa_site::themes::{Problem, TemplateFile, TextPosition};

/// Finds what the content security policy of pages blocks.
pub(super) fn refused(file: &TemplateFile) -> Vec<Problem> {
    let text = file.written.to_ascii_lowercase();
    let mut problems = Vec::new();
    for (offset, _) in text.match_indices("<script") {
        let Some(tag) = text.get(offset..).and_then(|rest| rest.split('>').next()) else { continue };
        let data = tag.contains("application/") || tag.contains("text/template");
        if elsewhere(tag, "src") {
            problems.push(found(file, offset, "external-script", "Scripts from other hosts do not run on pages."));
        } else if !tag.contains("src=") && !data {
            problems.push(found(file, offset, "inline-script", "Inline scripts do not run on pages."));
        }
    }
    for (offset, _) in text.match_indices("<link") {
        let Some(tag) = text.get(offset..).and_then(|rest| rest.split('>').next()) else { continue };
        if tag.contains("stylesheet") && elsewhere(tag, "href") {
            problems.push(found(file, offset, "external-style", "Style sheets from other hosts are not loaded."));
        }
    }
    problems
}

fn elsewhere(tag: &str, attribute: &str) -> bool {
    let value = tag.split(&format!("{attribute}=")).nth(1).unwrap_or_default();
    let value = value.trim_start_matches(['"', '\'']);
    value.starts_with("//") || value.starts_with("http:") || value.starts_with("https:")
}

fn found(file: &TemplateFile, offset: usize, code: &str, message: &str) -> Problem {
    let help = "Put the file into the theme's folder and refer to it there.";
    Problem::warning(code, &file.path, message).at(TextPosition::of(&file.written, offset)).help(help)
}
