//! Preferences that browsers send about their users.

use axum::http::{HeaderMap, HeaderValue, header};
use stoa_messages::{Catalogue, has_language};

/// The `Accept-Language` of a request, which is read only when something is worded for the reader.
#[derive(Debug, Clone, Default)]
pub struct AcceptedLanguages(Option<HeaderValue>);

impl AcceptedLanguages {
    /// That of a request with these headers.
    pub fn of(headers: &HeaderMap) -> Self {
        Self(headers.get(header::ACCEPT_LANGUAGE).cloned())
    }

    /// Texts in the first language that has a catalogue; in English when none has. Browsers list the preferred language
    /// first.
    pub fn catalogue(&self) -> Catalogue {
        let accepted = self.0.as_ref().and_then(|value| value.to_str().ok()).unwrap_or_default();
        let mut tags = accepted.split(',').filter_map(|entry| entry.split(';').next()).map(str::trim);
        Catalogue::for_language(tags.find(|tag| has_language(tag)).unwrap_or_default())
    }

    /// The first language; none when there is no catalogue for it.
    pub fn preferred(&self) -> Option<&str> {
        first_language(self.0.as_ref()?).filter(|tag| has_language(tag))
    }
}

/// The first language in `Accept-Language`; none when it names none.
pub fn preferred_language(headers: &HeaderMap) -> Option<&str> {
    first_language(headers.get(header::ACCEPT_LANGUAGE)?)
}

fn first_language(accepted: &HeaderValue) -> Option<&str> {
    let first = accepted.to_str().ok()?.split([',', ';']).next().map(str::trim)?;
    Some(first).filter(|tag| !tag.is_empty() && *tag != "*")
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{AcceptedLanguages, preferred_language};

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
            assert_eq!(AcceptedLanguages::of(&headers).catalogue().language(), texts, "{said}");
        }
        assert_eq!(AcceptedLanguages::default().catalogue().language(), "en");
    }
}
