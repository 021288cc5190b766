//! Finds words that do not belong in the repository.

use super::{Findings, SourceFile};

/// Marks of unfinished work, assembled so that this file does not contain them.
const MARKS: [&str; 4] = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("HA", "CK"), concat!("lorem", " ipsum")];

/// Absolute paths of a developer's machine.
const PLACES: [&str; 4] = [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/wo", "rk/"), concat!("/Us", "ers/")];

/// URL prefixes of disallowed package sources: the contents of a Git repository can change under the same name, and an
/// unencrypted connection can be tampered with.
const UNUSUAL: [&str; 3] = ["git+", "git:", "http:"];

/// Files with text from elsewhere, kept unchanged.
const GIVEN: [&str; 2] = ["LICENSE", "api-spec/requirements.tsv"];

/// Folders whose files contain user-facing text: screens, e-mails and documentation.
const SHOWN: [&str; 6] = [
    "admin-ui/src/",
    "storefront-ui/",
    "docs/",
    "core/render/blocks/",
    "core/messages/catalogues/",
    "plugins/bundled/",
];

/// Phrases not allowed in such a file, in any case, with the standard term for each.
const UNUSUAL_TERMS: [(&str, &str); 50] = [
    ("form answers", "form submissions"),
    ("sent letters", "sent e-mails"),
    ("send letters", "send e-mails"),
    ("cart letters", "abandoned cart e-mails"),
    ("these letters", "these e-mails"),
    ("letters that did not go out", "unsent e-mails"),
    ("letters from the studio", "newsletter"),
    ("people who work on the site", "contributors"),
    ("pay by hand", "manual payments"),
    ("paid by hand", "paid manually"),
    ("payment in parts", "installments"),
    ("payments in quarters", "pay in 4"),
    ("payments in thirds", "pay in 3"),
    ("pay in four parts", "pay in 4"),
    ("sold in this time", "no sales in this period"),
    ("variants run out", "variants out of stock"),
    ("runs low", "low stock"),
    ("carts left behind", "abandoned carts"),
    ("give money back", "refund"),
    ("take the money", "capture payment"),
    ("small letters", "lower-case letters"),
    ("capital letters", "upper-case letters"),
    ("answered for appears", "activity appears here"),
    ("quiet text", "secondary text"),
    ("empty takes", "defaults to"),
    ("picture or film", "image or video"),
    ("pictures and films", "images and videos"),
    ("look into your mailbox", "check your inbox"),
    ("you need not", "you do not need to"),
    ("follow your order", "view your order"),
    ("rate what you bought", "review your purchase"),
    ("say the password", "enter the password"),
    ("whither", "where"),
    ("at hand", "available"),
    ("could not be drawn", "could not be rendered"),
    ("given up", "failed"),
    ("held for you", "reserved"),
    ("in vain", "without effect"),
    ("learns your", "receives your"),
    ("network address", "IP address"),
    ("no longer there", "no longer exists"),
    ("no money moves", "you will not be charged"),
    ("no products fit", "no products found"),
    ("not part of your role", "no access"),
    ("open large", "open full size"),
    ("orders to fulfil", "orders to fulfill"),
    ("pictures of", "images of"),
    ("that did not work", "something went wrong"),
    ("the fault is ours", "the problem is on our side"),
    ("tries again by itself", "retries automatically"),
];

/// Words not allowed in code and its comments either, assembled so that this file does not contain them, with the plainer
/// word for each.
const UNUSUAL_WORDS: [(&str, &str); 4] = [
    (concat!("some", "body"), "someone"),
    (concat!("any", "body"), "anyone"),
    (concat!("every", "body"), "everyone"),
    (concat!("who", "ever"), "anyone who"),
];

/// Endings of the files with code, comments and documentation.
const WRITTEN: [&str; 6] = [".rs", ".ts", ".tsx", ".js", ".mjs", ".md"];

/// Rejects marks of unfinished work, absolute paths of a developer's machine, lock files with disallowed sources, and
/// unusual words, and unusual terms in user-facing text.
pub(crate) fn check(source: &SourceFile, findings: &mut Findings) {
    if GIVEN.contains(&source.path.as_str()) {
        return;
    }
    if is_lock_file(&source.path) {
        check_lock_file(source, findings);
        return;
    }
    let is_shown = SHOWN.iter().any(|folder| source.path.starts_with(folder));
    if is_shown {
        check_terms(source, &UNUSUAL_TERMS, findings);
    }
    if is_shown || WRITTEN.iter().any(|ending| source.path.ends_with(ending)) {
        check_terms(source, &UNUSUAL_WORDS, findings);
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

fn check_terms(source: &SourceFile, terms: &[(&str, &str)], findings: &mut Findings) {
    for (index, line) in source.text.lines().enumerate() {
        let line = line.to_lowercase();
        for (term, better) in terms {
            if has_word(&line, term) {
                findings.errors.push(format!("{}:{}: `{term}`: write `{better}`", source.path, index + 1));
            }
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

/// Whether the line contains the mark as a whole word.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(start, _)| {
        let before = line.get(..start).and_then(|text| text.chars().next_back());
        let after = line.get(start + word.len()..).and_then(|text| text.chars().next());
        let parts = |side: Option<char>| side.is_none_or(|character| !character.is_alphanumeric() && character != '_');
        parts(before) && parts(after)
    })
}

/// Whether the line contains the folder at the beginning of a path, not as part of a URL or a longer path.
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
    fn marks_found_as_whole_words() {
        check_line("a.rs", &format!("// {}: later", MARKS[0]), 1);
        check_line("a.rs", &format!("let {}S = 1;", MARKS[0]), 0);
        check_line("LICENSE", MARKS[0], 0);
    }

    #[test]
    fn unusual_terms_found_in_user_facing_text() {
        for (term, _) in UNUSUAL_TERMS {
            assert_eq!(term, term.to_lowercase(), "lines are compared in lower case");
            check_line("docs/a.md", &format!("The screen {term}."), 1);
        }
        check_line("admin-ui/src/a.tsx", "<h1>Form answers</h1>", 1);
        check_line("admin-ui/src/a.tsx", concat!("Some", "body else has saved this page."), 1);
        check_line("admin-ui/src/a.tsx", "Someone else has saved this page.", 0);
        check_line("storefront-ui/themes/base/a.block", "Platform answers", 0);
        check_line("storefront-ui/themes/base/a.block", "Pictures of a mug", 1);
        check_line("storefront-ui/themes/base/a.block", "Images of a mug, reserved until noon", 0);
        check_line("core/http/src/a.rs", "/// Form answers", 0);
        check_line("core/http/src/a.rs", concat!("/// Read by any", "body."), 1);
        check_line("docs/a.md", "Form submissions, lower-case letters", 0);
    }

    #[test]
    fn machine_paths_found_at_path_start() {
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
