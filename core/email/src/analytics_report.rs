//! The e-mail with the figures of visits of a week or month, to contributors who asked for it.

use stoa_kernel::clock::Timestamp;
use stoa_kernel::money::Money;
use stoa_locale::{DateTimeOptions, Part, Width};

use super::context::EmailContext;
use super::kinds::ANALYTICS_REPORT;
use super::layout::{Body, Email};
use super::samples::READER;

/// Longest word of a visitor in the e-mail, characters.
const MAX_WORD_LENGTH: usize = 60;
/// Takes no room and breaks no line.
const WORD_JOINER: char = '\u{2060}';

/// A figure, and the same of the period before.
pub type Compared = (i64, i64);

/// Figures of visits of some days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisitReport {
    /// A time of the first day.
    pub first: Timestamp,
    /// A time of the last day.
    pub last: Timestamp,
    /// Visits.
    pub visits: Compared,
    /// Unique visitors of each day, added up.
    pub visitors: Compared,
    /// Page views.
    pub views: Compared,
    /// Orders.
    pub orders: Compared,
    /// Their total.
    pub revenue: (Money, Money),
    /// The most frequent sources with their visits; empty for typed addresses.
    pub sources: Vec<(String, i64)>,
    /// The most seen pages with their views.
    pub pages: Vec<(String, i64)>,
    /// Address of the reports in the admin.
    pub url: String,
}

/// Writes the e-mail.
pub fn analytics_report(head: &EmailContext, to: &str, report: &VisitReport) -> Email {
    let date = DateTimeOptions { date: Some(Part::Width(Width::Long)), ..DateTimeOptions::default() };
    let (from, until) = (head.site.format_time(report.first, &date), head.site.format_time(report.last, &date));
    let mut body = Body::of(&ANALYTICS_REPORT, head, &[("from", &from), ("to", &until)]);
    let text = |key: &'static str| head.texts().text(key).to_owned();
    let compared = |(now, before): Compared| format!("{now} ({before})");
    body.table();
    body.row(&text("sitePage.figuresVisits"), &compared(report.visits));
    body.row(&text("sitePage.figuresVisitors"), &compared(report.visitors));
    body.row(&text("sitePage.figuresViews"), &compared(report.views));
    if report.orders != (0, 0) {
        let (now, before) = report.revenue;
        body.row(&text("sitePage.figuresOrders"), &compared(report.orders));
        let revenue = format!("{} ({})", head.site.print(now), head.site.print(before));
        body.row(&text("sitePage.figuresRevenue"), &revenue);
    }
    body.end_table();
    let line = |(name, count): &(String, i64)| match name.as_str() {
        "" => format!("{}: {count}", text("sitePage.figuresDirect")),
        name => format!("{}: {count}", as_text(name)),
    };
    for (label, entries) in [("sitePage.figuresSources", &report.sources), ("sitePage.figuresPages", &report.pages)] {
        if !entries.is_empty() {
            let lines: Vec<String> = entries.iter().map(line).collect();
            body.lines(&text(label), &lines);
        }
    }
    body.button(ANALYTICS_REPORT.default_text(head.texts()).link, &report.url);
    body.finish(to)
}

/// A word that visitors bring along, such as the campaign in an address, shortened. Mail programs make links of what
/// looks like an address; an invisible character behind each dot and sign of an address keeps it text.
fn as_text(word: &str) -> String {
    let short = word.chars().filter(|sign| !sign.is_control()).take(MAX_WORD_LENGTH);
    let mut text = String::new();
    for sign in short {
        text.push(sign);
        if ['.', ':', '@'].contains(&sign) {
            text.push(WORD_JOINER);
        }
    }
    if word.chars().nth(MAX_WORD_LENGTH).is_some() {
        text.push('…');
    }
    text
}

pub(super) fn sample(head: &EmailContext) -> Email {
    let money = |cents| Money::new(cents, head.site.currency);
    let report = VisitReport {
        first: Timestamp::from_ms(1_795_564_800_000),
        last: Timestamp::from_ms(1_796_083_200_000),
        visits: (412, 380),
        visitors: (365, 341),
        views: (1_204, 1_133),
        orders: (9, 7),
        revenue: (money(31_200), money(24_800)),
        sources: vec![("google".to_owned(), 201), (String::new(), 112)],
        pages: vec![("/".to_owned(), 311), ("/store".to_owned(), 198)],
        url: head.base_url.clone(),
    };
    analytics_report(head, READER, &report)
}

#[cfg(test)]
mod tests {
    use super::as_text;

    #[test]
    fn words_of_visitors_are_short_and_no_links() {
        assert_eq!(as_text("google"), "google");
        assert_eq!(as_text("/store/bowl"), "/store/bowl");
        assert_eq!(as_text("https://win.example\r\n"), "https:\u{2060}//win.\u{2060}example");
        assert_eq!(as_text(&"x".repeat(61)), format!("{}…", "x".repeat(60)));
        assert_eq!(as_text(&"x".repeat(60)), "x".repeat(60));
    }
}
