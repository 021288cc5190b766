//! Shared caching of responses, and a guard that no response that shared caches may store sets a cookie: the next
//! visitor would get it. Directives are only compared, for which the crate `headers` is not needed.

use axum::http::{HeaderMap, HeaderValue, header};

/// Whether shared caches may store a response.
pub fn is_shared(headers: &HeaderMap) -> bool {
    let mut shared = false;
    for directive in directives(headers) {
        let (name, value) = directive.split_once('=').unwrap_or((directive, ""));
        let is = |known: &[&str]| known.iter().any(|known| name.eq_ignore_ascii_case(known));
        if is(&["private", "no-store"]) {
            return false;
        }
        shared |= is(&["public", "immutable"]) || (is(&["max-age", "s-maxage"]) && value.trim_matches('"') != "0");
    }
    shared
}

/// Keeps cookies out of shared caches: removes `Set-Cookie` from responses that shared caches may store, and marks
/// other responses that set a cookie as `private`.
pub fn separate_cookies_from_shared_caches(headers: &mut HeaderMap) {
    if !headers.contains_key(header::SET_COOKIE) {
        return;
    }
    if is_shared(headers) {
        headers.remove(header::SET_COOKIE);
        return;
    }
    let is_own = directives(headers).any(|name| matches!(name, "private" | "no-store"));
    if is_own {
        return;
    }
    let said = headers.get(header::CACHE_CONTROL).and_then(|value| value.to_str().ok());
    let own = said.and_then(|said| HeaderValue::from_str(&format!("private, {said}")).ok());
    headers.insert(header::CACHE_CONTROL, own.unwrap_or(HeaderValue::from_static("private, no-cache")));
}

fn directives(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(header::CACHE_CONTROL).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_in_shared_caches_set_no_cookies() {
        for (said, after, cookie) in [
            (Some("public, max-age=300"), "public, max-age=300", false),
            (Some("max-age=60"), "max-age=60", false),
            (Some("public, no-cache"), "public, no-cache", false),
            (Some("s-maxage=1, max-age=0"), "s-maxage=1, max-age=0", false),
            (Some("private, max-age=60"), "private, max-age=60", true),
            (Some("no-store"), "no-store", true),
            (Some("no-cache"), "private, no-cache", true),
            (Some("max-age=0"), "private, max-age=0", true),
            (None, "private, no-cache", true),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::SET_COOKIE, HeaderValue::from_static("crumb=x"));
            if let Some(said) = said {
                headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(said));
            }
            separate_cookies_from_shared_caches(&mut headers);
            assert_eq!(headers[header::CACHE_CONTROL], after, "{said:?}");
            assert_eq!(headers.contains_key(header::SET_COOKIE), cookie, "{said:?}");
        }
    }
}
