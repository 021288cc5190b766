//! Spam detection for submissions. Nothing is rejected: suspected spam goes into a separate folder.

use stoa_kernel::Said;

use super::answer::Answer;
use crate::contributor_texts::{SPAM_HIDDEN_FIELD, SPAM_LINK, SPAM_LINKS, SPAM_MARKUP, SPAM_QUICK};

/// Score from which a submission goes into the spam folder.
const LIMIT: u32 = 50;
/// Number of links up to which the score for links stays low.
const TOLERATED_LINKS: usize = 2;
/// A person needs at least two seconds to fill in and send a form, in milliseconds.
const MIN_FILL_IN_MS: u64 = 2_000;

/// What a browser reports about how a form was filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubmissionSignals {
    /// Value of the honeypot field, which people do not see.
    pub trap: String,
    /// Milliseconds between the first interaction and sending; none when not reported.
    pub filled_in_ms: Option<u64>,
}

/// The reasons for suspecting spam, as texts for the owner; none when it is not suspected.
pub(super) fn signs(answers: &[Answer], circumstances: &SubmissionSignals) -> Vec<String> {
    let written = answers.iter().filter(|answer| !matches!(answer.kind.as_str(), "website" | "hidden"));
    signs_in(written.map(|answer| answer.value.to_lowercase()).collect(), circumstances)
}

/// The reasons for suspecting spam in lower-case texts, as texts for the owner; none when it is not suspected.
pub(crate) fn signs_in(texts: Vec<String>, circumstances: &SubmissionSignals) -> Vec<String> {
    let mut points = 0;
    let mut signs = Vec::new();
    let mut note = |weight: u32, sign: Said| {
        points += weight;
        signs.push(sign.to_string());
    };
    if !circumstances.trap.trim().is_empty() {
        note(100, SPAM_HIDDEN_FIELD.into());
    }
    if let Some(quick) = circumstances.filled_in_ms.filter(|time| *time < MIN_FILL_IN_MS) {
        note(30, SPAM_QUICK.with("value", format!("{}.{}", quick / 1_000, quick % 1_000 / 100)));
    }
    let links: usize = texts.iter().map(|text| count_links(text)).sum();
    if links > TOLERATED_LINKS {
        note(50, SPAM_LINKS.with("count", links));
    } else if links > 0 {
        note(20, if links == 1 { SPAM_LINK.into() } else { SPAM_LINKS.with("count", links) });
    }
    if texts.iter().any(|text| text.contains("<a ") || text.contains("[url")) {
        note(50, SPAM_MARKUP.into());
    }
    if points >= LIMIT { signs } else { Vec::new() }
}

fn count_links(text: &str) -> usize {
    text.matches("http://").count() + text.matches("https://").count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, trap: &str, filled_in_ms: Option<u64>) -> usize {
        let answer = |kind: &str, value: &str| Answer {
            field: "f".to_owned(),
            kind: kind.to_owned(),
            label: "F".to_owned(),
            value: value.to_owned(),
            choices: Vec::new(),
        };
        let answers = [answer("textarea", text), answer("website", "https://own.example")];
        signs(&answers, &SubmissionSignals { trap: trap.to_owned(), filled_in_ms }).len()
    }

    #[test]
    fn spam_score_threshold() {
        assert_eq!(of("Do you make blue mugs?", "", None), 0);
        assert_eq!(of("Like https://a.example and https://b.example?", "", Some(9_000)), 0);
        assert_eq!(of("Hello", "", Some(400)), 0, "someone whose browser fills in forms");
        assert_eq!(of("See https://a.example", "", Some(400)), 2);
        assert_eq!(of("https://a.b https://c.d http://e.f", "", None), 1);
        assert_eq!(of("[url=x]y[/url]", "", None), 1);
        assert_eq!(of("Hello", "x", Some(9_000)), 1);
    }
}
