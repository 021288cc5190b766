//! Preferences that browsers send about their users.

use axum::http::{HeaderMap, header};
use stoa_messages::{Catalogue, has_language};

/// Texts in the first language of `Accept-Language` that has a catalogue; in English when none has. Browsers list the
/// preferred language first.
pub(crate) fn accepted_catalogue(headers: &HeaderMap) -> Catalogue {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut tags = accepted.split(',').filter_map(|entry| entry.split(';').next()).map(str::trim);
    Catalogue::for_language(tags.find(|tag| has_language(tag)).unwrap_or_default())
}

/// The first language in `Accept-Language`; none when it names none.
pub fn preferred_language(headers: &HeaderMap) -> Option<&str> {
    let accepted = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    let first = accepted.split([',', ';']).next().map(str::trim)?;
    Some(first).filter(|tag| !tag.is_empty() && *tag != "*")
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{accepted_catalogue, preferred_language};

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

    #[test]
    fn first_accepted_language_with_texts() {
        for (said, texts) in [("xx,he-IL;q=0.9,en;q=0.5", "he"), ("de-AT", "de"), ("*", "en"), ("xx", "en"), ("", "en")]
        {
            let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, HeaderValue::from_static(said))]);
            assert_eq!(accepted_catalogue(&headers).language(), texts, "{said}");
        }
        assert_eq!(accepted_catalogue(&HeaderMap::new()).language(), "en");
    }
}
