//! Redirect rules and their matching.

use std::collections::{HashMap, HashSet};

use stoa_entity::tenant::redirect;
use stoa_kernel::address::readable;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::{Checks, FieldErrors};
use stoa_kernel::id::RedirectId;

use crate::SiteError;
use crate::contributor_texts;

/// Suffix of a source that also matches all paths below it.
pub(super) const WILDCARD: &str = "/*";
const MAX_LENGTH: usize = 500;

/// A redirect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// Its id.
    pub id: RedirectId,
    /// Path to redirect; with the suffix `/*`, also every path below it.
    pub source: String,
    /// Target: a path or an external URL; the suffix `/*` appends the rest of the matched path.
    pub target: String,
    /// Permanent (301, cached by browsers) or temporary (302).
    pub permanent: bool,
    /// Whether it was created automatically because a page's URL has changed.
    pub automatic: bool,
    /// Incremented by each change.
    pub revision: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// A redirect to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRedirect {
    /// Path to redirect.
    pub source: String,
    /// Target.
    pub target: String,
    /// Permanent or temporary.
    pub permanent: bool,
}

impl From<redirect::Model> for Redirect {
    fn from(row: redirect::Model) -> Self {
        Self {
            id: row.id,
            source: row.source,
            target: row.target,
            permanent: row.permanent,
            automatic: row.automatic,
            revision: row.revision,
            updated_on: row.updated_on,
        }
    }
}

impl NewRedirect {
    /// Validates and normalises both addresses.
    pub(super) fn checked(self) -> Result<Self, SiteError> {
        let source = plain(&readable(&self.source));
        let target = match self.target.trim() {
            path if path.starts_with('/') => plain(&readable(path)),
            elsewhere => elsewhere.to_owned(),
        };
        let mut checks = Checks::default();
        let path = source.strip_suffix(WILDCARD).unwrap_or(&source);
        let is_path = source.starts_with('/') && !source.starts_with("//") && path != "/" && is_address(&source);
        checks.require(
            is_path && !path.is_empty() && !path.contains(['*', '?', '#']),
            "source",
            contributor_texts::ENTER_A_PATH_SUCH_AS_OLD_PAGE,
        );
        let own = ["/api/", "/admin/", "/assets/", "/static/", "/themes/"];
        let is_own = own.iter().any(|own| format!("{path}/").starts_with(own));
        checks.require(!is_own, "source", contributor_texts::THIS_ADDRESS_IS_RESERVED);
        let leads = (target.starts_with('/') && !target.starts_with("//"))
            || target.starts_with("https://")
            || target.starts_with("http://");
        let star = target.strip_suffix(WILDCARD).unwrap_or(&target).contains('*');
        checks.require(
            leads && is_address(&target) && !star,
            "target",
            contributor_texts::ENTER_A_PATH_SUCH_AS_NEW_PAGE,
        );
        let both = !target.ends_with(WILDCARD) || source.ends_with(WILDCARD);
        checks.require(both, "target", contributor_texts::ONLY_A_SOURCE_THAT_ENDS);
        checks.finish()?;
        Ok(Self { source, target, permanent: self.permanent })
    }
}

fn is_address(text: &str) -> bool {
    text.len() <= MAX_LENGTH
        && !text.chars().any(|letter| letter.is_control() || letter.is_whitespace() || letter == '\\')
}

/// A path without trailing slash.
fn plain(path: &str) -> String {
    let path = path.trim();
    let cut = path.trim_end_matches('/');
    if cut.is_empty() { path.chars().take(1).collect() } else { cut.to_owned() }
}

/// Sources that would match a path, most specific first: the path, its wildcard, then the wildcards of its parents.
pub(super) fn candidates(path: &str) -> Vec<String> {
    let path = plain(path);
    let mut found = vec![path.clone(), format!("{path}{WILDCARD}")];
    let mut above = path.as_str();
    while let Some((parent, _)) = above.rsplit_once('/').filter(|(parent, _)| !parent.is_empty()) {
        found.push(format!("{parent}{WILDCARD}"));
        above = parent;
    }
    found
}

/// Target of a path for a redirect that matches it.
pub(super) fn led(source: &str, target: &str, path: &str) -> String {
    let Some(start) = target.strip_suffix(WILDCARD) else { return target.to_owned() };
    let rest = path.strip_prefix(source.strip_suffix(WILDCARD).unwrap_or(source)).unwrap_or_default();
    let rest = rest.trim_end_matches('/');
    if start.is_empty() && rest.is_empty() { "/".to_owned() } else { format!("{start}{rest}") }
}

/// Resolves a chain of redirects, so that browsers are redirected once.
///
/// # Errors
/// When the redirects form a loop.
pub(super) fn end_of(source: &str, target: &str, others: &HashMap<String, String>) -> Result<String, SiteError> {
    let mut seen = HashSet::from([source.to_owned()]);
    let mut end = target.to_owned();
    loop {
        if !seen.insert(end.clone()) || matches_own_target(source, &end) {
            let message = contributor_texts::REDIRECT_LOOP.english().to_owned();
            return Err(SiteError::Invalid(FieldErrors::from([("target".to_owned(), message)])));
        }
        let Some(next) = next(&end, others) else { return Ok(end) };
        end = next;
    }
}

fn next(path: &str, others: &HashMap<String, String>) -> Option<String> {
    if !path.starts_with('/') {
        return None;
    }
    if let Some(target) = others.get(path) {
        return Some(target.clone());
    }
    // A wildcard target can only be followed by a wildcard rule for the same path or a parent.
    let matching = candidates(path.strip_suffix(WILDCARD).unwrap_or(path));
    let found = matching.iter().skip(1).find_map(|source| Some((source, others.get(source)?)))?;
    Some(led(found.0, found.1, path))
}

/// Whether a redirect leads to a path that it matches itself.
fn matches_own_target(source: &str, target: &str) -> bool {
    let Some(place) = source.strip_suffix(WILDCARD) else { return source == target };
    let target = target.strip_suffix(WILDCARD).unwrap_or(target);
    target == place || target.strip_prefix(place).is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redirect(source: &str, target: &str) -> Result<NewRedirect, SiteError> {
        NewRedirect { source: source.to_owned(), target: target.to_owned(), permanent: true }.checked()
    }

    fn others(pairs: &[(&str, &str)]) -> HashMap<String, String> {
        pairs.iter().map(|(source, target)| ((*source).to_owned(), (*target).to_owned())).collect()
    }

    #[test]
    fn paths_and_external_urls_accepted() {
        for (source, target) in
            [("/old", "/"), ("/old/", "/new/"), ("/a/*", "/b/*"), ("/a/*", "https://domain.com/*"), ("/a/*", "/b?x=1")]
        {
            assert!(redirect(source, target).is_ok(), "{source} {target}");
        }
        assert_eq!(
            redirect(" /old/ ", "/new/").map(|it| (it.source, it.target)).ok(),
            Some(("/old".into(), "/new".into()))
        );
        for (source, target) in [
            ("old", "/new"),
            ("/", "/new"),
            ("/*", "/new"),
            ("//domain.com", "/new"),
            ("/a*b", "/new"),
            ("/api/x", "/new"),
            ("/admin", "/new"),
            ("/old", "javascript:x()"),
            ("/old", "//domain.com"),
            ("/old", "/new/*"),
            ("/old", "/a b"),
            ("/old", ""),
        ] {
            assert!(redirect(source, target).is_err(), "{source} {target}");
        }
    }

    #[test]
    fn the_closest_source_matches() {
        assert_eq!(candidates("/a/b/"), ["/a/b", "/a/b/*", "/a/*"]);
        assert_eq!(led("/a/*", "/b/*", "/a/c/d"), "/b/c/d");
        assert_eq!(led("/a/*", "/b/*", "/a"), "/b");
        assert_eq!(led("/a/*", "/b", "/a/c"), "/b");
        assert_eq!(led("/a/*", "/*", "/a"), "/");
    }

    #[test]
    fn redirect_chains_resolve_and_loops_are_refused() {
        let known = others(&[("/b", "/c"), ("/c", "/d"), ("/x/*", "/y/*"), ("/e", "/a")]);
        assert_eq!(end_of("/a", "/b", &known).ok().as_deref(), Some("/d"));
        assert_eq!(end_of("/a", "/x/1", &known).ok().as_deref(), Some("/y/1"));
        assert_eq!(end_of("/w/*", "/x/*", &known).ok().as_deref(), Some("/y/*"));
        assert_eq!(end_of("/a", "https://domain.com", &known).ok().as_deref(), Some("https://domain.com"));
        for (source, target) in [("/a", "/e"), ("/a", "/a"), ("/y/*", "/x/*"), ("/a/*", "/a/b"), ("/a/*", "/a")] {
            assert!(end_of(source, target, &known).is_err(), "{source} {target}");
        }
    }
}
