//! Preferences that browsers send about their users.

use axum::http::{HeaderMap, header};

/// The first language in `Accept-Language`; none when it names none.
pub fn preferred_language(headers: &HeaderMap) -> Option<&str> {
    let accepted = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    let first = accepted.split([',', ';']).next().map(str::trim)?;
    Some(first).filter(|tag| !tag.is_empty() && *tag != "*")
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::preferred_language;

    #[test]
    fn accept_language_first_entry() {
        for (said, read) in
            [("de-AT,de;q=0.9,en;q=0.5", Some("de-AT")), ("fr;q=1", Some("fr")), ("*", None), ("", None)]
        {
            let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, HeaderValue::from_static(said))]);
            assert_eq!(preferred_language(&headers), read, "{said}");
        }
        assert_eq!(preferred_language(&HeaderMap::new()), None);
    }
}
