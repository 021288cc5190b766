//! Words that do not belong into a finished repository.

use super::{Findings, SourceFile};

/// Marks of unfinished work, assembled so that this file does not hold them.
const MARKS: [&str; 4] = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("HA", "CK"), concat!("lorem", " ipsum")];

/// Folders of somebody's machine.
const PLACES: [&str; 4] = [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/wo", "rk/"), concat!("/Us", "ers/")];

/// How places begin that packages may not come from: a repository can change under its name, and a line without
/// encryption can be anybody's.
const UNUSUAL: [&str; 3] = ["git+", "git:", "http:"];

/// Texts that come from elsewhere and are kept as they are.
const GIVEN: [&str; 2] = ["LICENSE", "api-spec/requirements.tsv"];

/// Refuses marks of unfinished work, paths of somebody's machine, and lock files that point elsewhere.
pub(crate) fn check(source: &SourceFile, findings: &mut Findings) {
    if GIVEN.contains(&source.path.as_str()) {
        return;
    }
    if is_lock_file(&source.path) {
        check_lock_file(source, findings);
        return;
    }
    for (index, line) in source.text.lines().enumerate() {
        let found = MARKS
            .iter()
            .find(|mark| has_word(line, mark))
            .or_else(|| PLACES.iter().find(|place| has_path(line, place)));
        if let Some(word) = found {
            findings.errors.push(format!("{}:{}: `{}`", source.path, index + 1, word.trim()));
        }
    }
}

fn is_lock_file(path: &str) -> bool {
    path.ends_with("package-lock.json") || path.ends_with("Cargo.lock")
}

fn check_lock_file(source: &SourceFile, findings: &mut Findings) {
    for (index, line) in source.text.lines().enumerate() {
        let trimmed = line.trim();
        let place = trimmed.strip_prefix("\"resolved\": \"").or_else(|| trimmed.strip_prefix("source = \""));
        if let Some(place) = place
            && UNUSUAL.iter().any(|beginning| place.starts_with(beginning))
        {
            findings.errors.push(format!("{}:{}: a package from an unusual place", source.path, index + 1));
        }
    }
}

/// The mark as a word of its own.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(start, _)| {
        let before = line.get(..start).and_then(|text| text.chars().next_back());
        let after = line.get(start + word.len()..).and_then(|text| text.chars().next());
        let parts = |side: Option<char>| side.is_none_or(|character| !character.is_alphanumeric() && character != '_');
        parts(before) && parts(after)
    })
}

/// The folder at the beginning of a path, not as part of a web address or a longer path.
fn has_path(line: &str, place: &str) -> bool {
    line.match_indices(place).any(|(start, _)| {
        let before = line.get(..start).and_then(|text| text.chars().next_back());
        before.is_none_or(|character| {
            !character.is_alphanumeric() && !matches!(character, '.' | '-' | '_' | '/' | '}' | ')' | '$')
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_line(path: &str, text: &str, errors: usize) {
        let mut findings = Findings::default();
        check(&SourceFile { path: path.to_owned(), text: text.to_owned() }, &mut findings);
        assert_eq!(findings.errors.len(), errors, "{text}: {findings:?}");
    }

    #[test]
    fn marks_are_found_as_words_only() {
        check_line("a.rs", &format!("// {}: later", MARKS[0]), 1);
        check_line("a.rs", &format!("let {}S = 1;", MARKS[0]), 0);
        check_line("LICENSE", MARKS[0], 0);
    }

    #[test]
    fn places_are_found_at_the_start_of_a_path_only() {
        check_line("a.md", &format!("see {}stoa/README", PLACES[2]), 1);
        check_line("a.md", &format!("https://example.com{}x", PLACES[0]), 0);
        check_line("a.ts", &format!("import x from '..{}x'", PLACES[0]), 0);
    }

    #[test]
    fn locked_packages_come_from_registries() {
        check_line("a/package-lock.json", "  \"resolved\": \"https://registry.example/a-1.tgz\",", 0);
        check_line("a/package-lock.json", "  \"resolved\": \"http://registry.example/a-1.tgz\",", 1);
        check_line("a/package-lock.json", "  \"resolved\": \"../api-spec/ts\",", 0);
        check_line("Cargo.lock", "source = \"git+https://example.com/x\"", 1);
    }
}
