//! Requests that are no visits: pages that browsers load in advance, and browsers of contributors.

use axum::http::HeaderMap;
use axum_extra::extract::CookieJar;

use crate::named_cookie::NamedCookie;

/// Headers with which browsers load a page before anyone asks for it.
const PREFETCH: [&str; 3] = ["sec-purpose", "purpose", "x-moz"];

/// Whether the browser loads a page that nobody looks at yet.
pub fn is_prefetch(headers: &HeaderMap) -> bool {
    let mut values = PREFETCH.iter().filter_map(|name| headers.get(*name)?.to_str().ok());
    values.any(|value| value.contains("prefetch") || value.contains("prerender"))
}

/// Whether the browser has the pass of a contributor, to place test orders or to see drafts.
pub fn has_pass(cookies: &CookieJar, is_secure: bool) -> bool {
    let passes = [NamedCookie::TESTER, NamedCookie::DRAFT_LANGUAGES];
    passes.iter().any(|pass| pass.read(cookies, is_secure).is_some())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue, header};

    use super::*;

    #[test]
    fn pages_loaded_in_advance_are_no_visits() {
        for (name, value, expected) in [
            ("sec-purpose", "prefetch;prerender", true),
            ("purpose", "prefetch", true),
            ("x-moz", "prefetch", true),
            ("sec-purpose", "", false),
            ("accept", "prefetch", false),
        ] {
            let name = HeaderName::from_static(name);
            let headers = HeaderMap::from_iter([(name, HeaderValue::from_static(value))]);
            assert_eq!(is_prefetch(&headers), expected, "{value}");
        }
    }

    #[test]
    fn contributors_are_no_visitors() {
        for (cookie, expected) in [("TESTER=a", true), ("DRAFT_LANGUAGES=a", true), ("CART=a", false)] {
            let headers = HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(cookie))]);
            assert_eq!(has_pass(&CookieJar::from_headers(&headers), false), expected, "{cookie}");
        }
    }
}
