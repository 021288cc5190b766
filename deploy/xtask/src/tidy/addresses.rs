//! Checks that new operations of the API stand under one family of addresses. Those of other families are specified by
//! `api-spec/requirements.tsv`, or in use by programs of others.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Findings, SourceFile};

/// Beginning of the addresses of new operations. Pages and forms that are opened from links are outside `/api/`.
const FAMILY: &str = "/api/v1/";

const DOCUMENT: &str = "api-spec/openapi.json";

/// The ledger: an address that it names is specified.
const SPECIFIED: &str = "api-spec/requirements.tsv";

/// The addresses outside the family, one a line.
const EARLIER: &str = "api-spec/earlier-addresses.txt";

/// Length of that list, which may become shorter only.
const EARLIER_COUNT: usize = 90;

/// Compares the addresses in the API document with the list.
pub(super) fn check(sources: &[SourceFile], findings: &mut Findings) {
    let text = |path: &str| sources.iter().find(|source| source.path == path).map(|source| source.text.as_str());
    let document = text(DOCUMENT).and_then(|document| serde_json::from_str::<Value>(document).ok());
    let paths = document.as_ref().and_then(|document| document.get("paths")?.as_object());
    let (Some(paths), Some(earlier)) = (paths, text(EARLIER)) else {
        findings.errors.push(format!("{DOCUMENT} or {EARLIER} cannot be read"));
        return;
    };
    let earlier: BTreeSet<&str> = earlier.lines().collect();
    let specified = text(SPECIFIED).unwrap_or_default();
    let is_specified =
        |path: &str| specified.split_ascii_whitespace().any(|word| word.trim_end_matches([';', ',', ':']) == path);
    let outside = |path: &&str| path.starts_with("/api/") && !path.starts_with(FAMILY) && !is_specified(path);
    for path in paths.keys().map(String::as_str).filter(outside).filter(|path| !earlier.contains(path)) {
        findings.errors.push(format!("{path}: new operations have an address under {FAMILY} (CONTRIBUTING.md)"));
    }
    for path in earlier.iter().filter(|path| !paths.contains_key(**path)) {
        findings.errors.push(format!("{EARLIER}: {path} is not in the API any more; remove it"));
    }
    if earlier.len() > EARLIER_COUNT {
        findings.errors.push(format!("{EARLIER}: the list may only become shorter than {EARLIER_COUNT}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_outside_family_refused_unless_listed() {
        let file = |path: &str, text: &str| SourceFile { path: path.to_owned(), text: text.to_owned() };
        let document = r#"{"paths": {"/api/v1/wishlist": {}, "/api/commerce/shopping-cart": {},
            "/api/commerce/wishlist": {}, "/api/given/languages": {}, "/commerce/reviews/{token}": {}}}"#;
        let list = "/api/commerce/gone\n/api/commerce/shopping-cart\n";
        let mut findings = Findings::default();
        let ledger = "languages.get\tlanguages\t§7\tGET, PUT /api/given/languages; PUT body languages.\tHTTP: 200.\n";
        check(&[file(DOCUMENT, document), file(EARLIER, list), file(SPECIFIED, ledger)], &mut findings);
        assert_eq!(
            findings.errors,
            [
                "/api/commerce/wishlist: new operations have an address under /api/v1/ (CONTRIBUTING.md)",
                "api-spec/earlier-addresses.txt: /api/commerce/gone is not in the API any more; remove it",
            ]
        );
    }
}
