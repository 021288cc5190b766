//! Answers in forms, in the language of the e-mail that tells them.

use std::borrow::Cow;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use stoa_locale::{DateTimeOptions, Locale, Moment, Part, Width};
use stoa_messages::Texts;

use crate::EmailContext;

/// The value that is stored where a field was left out.
pub const NO_ANSWER: &str = "N/A";

/// The grades of a scale as they are stored, with the keys of their words.
const GRADES: [(&str, &str); 5] = [
    ("Strongly Disagree", "storefront.productSummaryFormStronglyDisagree"),
    ("Disagree", "storefront.productSummaryFormDisagree"),
    ("Neutral", "storefront.productSummaryFormNeutral"),
    ("Agree", "storefront.productSummaryFormAgree"),
    ("Strongly Agree", "storefront.productSummaryFormStronglyAgree"),
];

/// The value of a field of this kind in the language of the e-mail. Stored are English words, dates such as 02/29/2024 and
/// times such as 3:00:09 PM.
pub fn answer_in_words<'a>(kind: &str, value: &'a str, head: &EmailContext) -> Cow<'a, str> {
    let texts = head.texts();
    if texts.language() == "en" {
        return value.into();
    }
    let said = match kind {
        _ if value == NO_ANSWER => Some(texts.text("storefront.productSummaryFormNoAnswerText").to_owned()),
        "likert" => Some(value.lines().map(|line| graded(line, texts)).collect::<Vec<_>>().join("\n")),
        "date" => Date::strptime("%m/%d/%Y", value).ok().and_then(|day| written(day.at(12, 0, 0, 0), true, head)),
        "time" => Time::strptime("%I:%M:%S %p", value)
            .ok()
            .and_then(|time| written(DateTime::from_parts(Date::constant(2000, 1, 1), time), false, head)),
        _ => None,
    };
    said.map_or_else(|| value.into(), Cow::Owned)
}

/// A statement with its grade.
fn graded(line: &str, texts: Texts<'_>) -> String {
    let Some((statement, grade)) = line.rsplit_once(": ") else { return line.to_owned() };
    let known = GRADES.iter().find(|(stored, _)| *stored == grade);
    format!("{statement}: {}", known.map_or(grade, |(_, key)| texts.text(key)))
}

/// A day, or else a time of day, as the language writes it.
fn written(moment: DateTime, is_day: bool, head: &EmailContext) -> Option<String> {
    let zoned = moment.to_zoned(TimeZone::UTC).ok()?;
    let read = Moment::new(zoned.timestamp().as_millisecond(), "UTC").ok()?;
    let options = match is_day {
        true => DateTimeOptions { date: Some(Part::Width(Width::Long)), ..DateTimeOptions::default() },
        false => DateTimeOptions { time: Some(Part::Width(Width::Medium)), ..DateTimeOptions::default() },
    };
    Some(Locale::parse(&head.site.language).ok()?.format_datetime(&read, &options))
}

#[cfg(test)]
mod tests {
    use stoa_kernel::money::Currency;

    use super::answer_in_words;
    use crate::{EmailContext, SiteInfo};

    #[test]
    fn stored_english_is_said_in_the_language_of_the_site() {
        let head = |language: &str| {
            let site = SiteInfo {
                title: String::new(),
                contact_email: String::new(),
                language: language.to_owned(),
                currency: "EUR".parse::<Currency>().unwrap(),
                time_zone: "Asia/Tokyo".to_owned(),
            };
            EmailContext::plain(site, "https://shop.example")
        };
        let said = |kind: &str, value: &str, language: &str| answer_in_words(kind, value, &head(language)).into_owned();
        assert_eq!(said("likert", "Easy: Strongly Agree\nPretty: So", "de"), "Easy: Stimme voll zu\nPretty: So");
        assert_eq!(said("date", "02/29/2024", "de"), "29. Februar 2024");
        assert_eq!(said("time", "3:00:09 PM", "de"), "15:00:09");
        assert_ne!(said("text", "N/A", "de"), "N/A");
        for (kind, value) in [("date", "02/29/2024"), ("text", "N/A"), ("likert", "Easy: Agree")] {
            assert_eq!(said(kind, value, "en"), value);
        }
        assert_eq!(said("date", "soon", "de"), "soon");
    }
}
