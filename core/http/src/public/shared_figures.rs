//! Figures of visits for people with a link: a page without scripts, amounts or anything about single visitors.

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use stoa_address::country_name;
use stoa_analytics::Device;
use stoa_analytics::reports::visits::{self, Period, TopRequest, TopRow};
use stoa_analytics::reports::{Figures, Filters, Scope, share_links, site_days};
use stoa_analytics::rollups::Dimension;
use stoa_entity::TenantDb;
use stoa_messages::Texts;
use stoa_render::escape_html;

use super::secret_address::{LinkPath, at_secret_address};
use crate::extract::{ApiPath, Visitor};
use crate::plain_page;
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

/// Path prefix of the links; no page has a path that begins with it.
const PLACE: &str = "/~figures/";
/// Rows of each list.
const MAX_ROWS: usize = 10;
/// Size of the chart.
const WIDTH: usize = 600;
const HEIGHT: i64 = 120;

/// The lists of the page, and their headings.
const LISTS: [(Dimension, &str); 4] = [
    (Dimension::Source, "sitePage.figuresSources"),
    (Dimension::Page, "sitePage.figuresPages"),
    (Dimension::Country, "sitePage.figuresCountries"),
    (Dimension::Device, "sitePage.figuresDevices"),
];

/// The path of a link on its site.
pub(crate) fn path_of(token: &str) -> String {
    format!("{PLACE}{token}")
}

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new().get(&format!("{PLACE}{{token}}"), figures, opened_by_url())
}

async fn figures(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<LinkPath>,
) -> ApiResult<Response> {
    let wording = visitor.wording().await?;
    let texts = wording.texts();
    let response = if share_links::is_valid(&visitor.db, &path.token, visitor.ctx.now()).await? {
        let db = state.tenancy.databases.analytics(visitor.ctx.website()).await?;
        let report = report(&visitor, db.as_ref()).await?;
        let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
        (headers, html(texts, &report)).into_response()
    } else {
        plain_page::page(texts, StatusCode::NOT_FOUND, ("sitePage.linkExpiredTitle", "sitePage.linkExpired"))
    };
    Ok(at_secret_address(response))
}

/// What the page shows.
struct Report {
    totals: Figures,
    days: Vec<Period>,
    lists: Vec<(&'static str, Vec<TopRow>)>,
}

async fn report(visitor: &Visitor, db: Option<&TenantDb>) -> ApiResult<Report> {
    let site = site_days(&visitor.ctx, &visitor.db, None, None).await?;
    let scope = Scope { site, filters: Filters::default() };
    let days = visits::unauthorised_days(db, &scope).await?;
    let mut lists = Vec::with_capacity(LISTS.len());
    for (dimension, heading) in LISTS {
        let request = TopRequest { dimension, most: MAX_ROWS, compare: false };
        lists.push((heading, visits::unauthorised_top(db, &scope, request).await?.0));
    }
    Ok(Report { totals: Figures::sum(days.iter().map(|day| day.figures)), days, lists })
}

fn html(texts: Texts<'_>, report: &Report) -> String {
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
        let report = Report { totals: day.figures, days: vec![day], lists };
        for language in LANGUAGES {
            let page = html(Catalogue::for_language(language), &report);
            assert!(!page.contains("sitePage."), "{language}");
            assert!(page.contains("&lt;b&gt;") && !page.contains("<b>"), "{language}");
        }
    }
}
