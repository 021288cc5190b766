//! The page with the figures of visits for people with a link: without scripts, amounts or anything about single
//! visitors.

use std::fmt::Write as _;

use stoa_address::country_name;
use stoa_analytics::Device;
use stoa_analytics::reports::Figures;
use stoa_analytics::reports::visits::{Period, TopRow};
use stoa_analytics::rollups::Dimension;
use stoa_document::escape_html;
use stoa_messages::Texts;

/// Size of the chart.
const WIDTH: usize = 600;
const HEIGHT: i64 = 120;

/// The lists of the page, and their headings.
pub const LISTS: [(Dimension, &str); 4] = [
    (Dimension::Source, "sitePage.figuresSources"),
    (Dimension::Page, "sitePage.figuresPages"),
    (Dimension::Country, "sitePage.figuresCountries"),
    (Dimension::Device, "sitePage.figuresDevices"),
];

/// What the page shows.
pub struct FiguresReport {
    /// Sums over all days.
    pub totals: Figures,
    /// The days, the earliest first.
    pub days: Vec<Period>,
    /// The lists, by their headings.
    pub lists: Vec<(&'static str, Vec<TopRow>)>,
}

/// The document of the page.
pub fn html(texts: Texts<'_>, report: &FiguresReport) -> String {
    let (language, dir) = (texts.language(), texts.dir_attribute());
    let text = |key: &'static str| escape_html(texts.text(key));
    let title = text("sitePage.figuresTitle");
    let mut page = format!(
        "<!doctype html><html lang=\"{language}\"{dir}><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"robots\" content=\"noindex\"></head>\
         <body style=\"font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;max-width:40rem;padding:0 1rem\">\
         <h1>{title}</h1>"
    );
    let own = &report.totals;
    let rate = if own.visits > 0 { own.bounces * 100 / own.visits } else { 0 };
    let figures = [
        ("sitePage.figuresVisits", own.visits.to_string()),
        ("sitePage.figuresVisitors", own.visitors.to_string()),
        ("sitePage.figuresViews", own.views.to_string()),
        ("sitePage.figuresBounceRate", format!("{rate} %")),
    ];
    let rows = figures.into_iter().map(|(label, value)| (text(label), value));
    page.push_str(&table(rows));
    page.push_str(&chart(&report.days, &text("sitePage.figuresVisits")));
    for &(heading, ref rows) in &report.lists {
        let _ = write!(page, "<h2>{}</h2>", text(heading));
        if rows.is_empty() {
            let _ = write!(page, "<p>{}</p>", text("sitePage.figuresNone"));
            continue;
        }
        let is_of_views = heading == "sitePage.figuresPages";
        let name = |row: &TopRow| match (heading, row.value.as_str()) {
            (_, "") => text("sitePage.figuresDirect"),
            ("sitePage.figuresCountries", code) => escape_html(&country_name(code, language)),
            ("sitePage.figuresDevices", device) => device_text(device).map_or_else(|| escape_html(device), text),
            (_, value) => escape_html(value),
        };
        let count = |row: &TopRow| if is_of_views { row.figures.views } else { row.figures.visits };
        page.push_str(&table(rows.iter().map(|row| (name(row), count(row).to_string()))));
    }
    let _ = write!(page, "<h2>{}</h2>", text("sitePage.figuresDays"));
    let days = report.days.iter().rev();
    page.push_str(&table(days.map(|day| (escape_html(&day.start), day.figures.visits.to_string()))));
    page.push_str("</body></html>");
    page
}

/// The text for a kind of device.
fn device_text(device: &str) -> Option<&'static str> {
    Device::named(device).map(|device| match device {
        Device::Desktop => "sitePage.figuresDesktop",
        Device::Mobile => "sitePage.figuresMobile",
        Device::Tablet => "sitePage.figuresTablet",
    })
}

/// A table of labels, which are HTML, and values.
fn table(rows: impl Iterator<Item = (String, String)>) -> String {
    let mut table = String::from("<table style=\"width:100%;border-collapse:collapse\">");
    for (label, value) in rows {
        let _ = write!(
            table,
            "<tr style=\"border-bottom:1px solid #8884\"><th scope=\"row\" \
             style=\"font-weight:inherit;text-align:start;overflow-wrap:anywhere;padding:.25rem 0\">{label}</th>\
             <td style=\"text-align:end;padding:.25rem 0\">\
             {value}</td></tr>"
        );
    }
    table + "</table>"
}

/// Visits of each day as bars; the table of days has the numbers.
fn chart(days: &[Period], label: &str) -> String {
    let most = days.iter().map(|day| day.figures.visits).max().unwrap_or(0).max(1);
    let step = WIDTH / days.len().max(1);
    let mut chart = format!(
        "<svg role=\"img\" aria-label=\"{label}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         style=\"width:100%;height:auto;margin:1rem 0\" fill=\"currentColor\">"
    );
    for (place, day) in days.iter().enumerate() {
        let height = day.figures.visits * HEIGHT / most;
        let (left, top, width) = (place * step, HEIGHT - height, step.saturating_sub(2).max(1));
        let _ = write!(chart, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>");
    }
    chart + "</svg>"
}

#[cfg(test)]
mod tests {
    use stoa_messages::{Catalogue, LANGUAGES};

    use super::*;

    #[test]
    fn page_says_what_it_shows_in_every_language() {
        let row = TopRow { value: "<b>".to_owned(), label: None, figures: Figures::default(), before: None };
        let lists = LISTS.map(|(_, heading)| (heading, vec![row.clone()])).to_vec();
        let day = Period { start: "2026-11-21".to_owned(), figures: Figures { visits: 3, ..Figures::default() } };
        let report = FiguresReport { totals: day.figures, days: vec![day], lists };
        for language in LANGUAGES {
            let page = html(Catalogue::for_language(language), &report);
            assert!(!page.contains("sitePage."), "{language}");
            assert!(page.contains("&lt;b&gt;") && !page.contains("<b>"), "{language}");
        }
    }
}
