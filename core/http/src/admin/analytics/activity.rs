//! Searches, forms, popups and buttons.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use stoa_analytics::EventKind;
use stoa_analytics::reports::activity::{self, KindCounts, ObjectActivity, SearchCounts, SearchedText};
use stoa_audience::submissions;
use stoa_kernel::Failure;
use stoa_site::header_footer;
use utoipa::ToSchema;

use super::csv_answer::{Table, answer};
use super::figures::HeadOut;
use super::query::{CompareQuery, FilterQuery, LimitQuery, RangeQuery, Wanted};
use super::scope;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::Contributor;
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::AppState;

/// Id under which the popup of a site is reported.
const POPUP: &str = "popup";

/// Numbers of searches.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchCounts)]
struct SearchCountsOut {
    /// All.
    searches: i64,
    /// Those that found nothing.
    without_results: i64,
}

impl SearchCountsOut {
    /// Its cells in spreadsheets.
    fn cells(&self) -> [String; 2] {
        [self.searches, self.without_results].map(|count: i64| count.to_string())
    }
}

impl From<SearchCounts> for SearchCountsOut {
    fn from(SearchCounts { searches, without_results }: SearchCounts) -> Self {
        Self { searches, without_results }
    }
}

/// Words that visitors searched for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchedText)]
struct SearchedTextOut {
    /// The words.
    text: String,
    #[serde(flatten)]
    counts: SearchCountsOut,
    /// Those of the preceding period, when asked for.
    before: Option<SearchCountsOut>,
}

impl From<SearchedText> for SearchedTextOut {
    fn from(SearchedText { text, counts, before }: SearchedText) -> Self {
        Self { text, counts: counts.into(), before: before.map(SearchCountsOut::from) }
    }
}

/// Searches of the site.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalyticsSearches)]
struct SearchesOut {
    #[serde(flatten)]
    head: HeadOut,
    #[serde(flatten)]
    all: SearchCountsOut,
    /// Those of the preceding period of equal length, when asked for.
    before: Option<SearchCountsOut>,
    /// The most frequent first.
    rows: Vec<SearchedTextOut>,
}

/// Visits by what happened with a form.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FormCounts)]
struct FormCountsOut {
    /// Visits in which it was shown.
    shown: i64,
    /// Visits in which someone began to fill it in.
    started: i64,
    /// Visits in which it was sent.
    sent: i64,
}

impl FormCountsOut {
    /// Its cells in spreadsheets.
    fn cells(&self) -> [String; 3] {
        [self.shown, self.started, self.sent].map(|count: i64| count.to_string())
    }
}

impl From<&KindCounts> for FormCountsOut {
    fn from(counts: &KindCounts) -> Self {
        Self {
            shown: counts.visits(EventKind::FormRender),
            started: counts.visits(EventKind::FormStart),
            sent: counts.visits(EventKind::FormSubmit),
        }
    }
}

/// What happened with a form.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FormActivity)]
struct FormActivityOut {
    /// Block id of the form.
    form_id: String,
    /// Its name; null for one that no longer exists.
    name: Option<String>,
    #[serde(flatten)]
    counts: FormCountsOut,
    /// Those of the preceding period, when asked for.
    before: Option<FormCountsOut>,
}

/// Forms, from shown to sent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalyticsForms)]
struct FormsOut {
    #[serde(flatten)]
    head: HeadOut,
    rows: Vec<FormActivityOut>,
}

/// What happened with a popup.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PopupCounts)]
struct PopupCountsOut {
    /// How often it was shown.
    shown: i64,
    /// How often it was closed.
    closed: i64,
    /// How often its button was clicked.
    clicked: i64,
    /// How often its form was sent.
    sent: i64,
}

impl PopupCountsOut {
    /// Its cells in spreadsheets.
    fn cells(&self) -> [String; 4] {
        [self.shown, self.closed, self.clicked, self.sent].map(|count: i64| count.to_string())
    }
}

impl From<&KindCounts> for PopupCountsOut {
    fn from(counts: &KindCounts) -> Self {
        Self {
            shown: counts.times(EventKind::OverlayView),
            closed: counts.times(EventKind::OverlayClose),
            clicked: counts.times(EventKind::OverlayClick),
            sent: counts.times(EventKind::OverlaySubmit),
        }
    }
}

/// A popup or bar.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PopupActivity)]
struct PopupActivityOut {
    /// Id of the popup or bar.
    overlay_id: String,
    /// Its title; null for one that the site does not have any more.
    name: Option<String>,
    #[serde(flatten)]
    counts: PopupCountsOut,
    /// Those of the preceding period, when asked for.
    before: Option<PopupCountsOut>,
}

/// Popups and bars.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalyticsPopups)]
struct PopupsOut {
    #[serde(flatten)]
    head: HeadOut,
    rows: Vec<PopupActivityOut>,
}

/// What happened with a button.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ButtonCounts)]
struct ButtonCountsOut {
    /// How often it was shown.
    shown: i64,
    /// How often it was clicked.
    clicked: i64,
}

impl ButtonCountsOut {
    /// Its cells in spreadsheets.
    fn cells(&self) -> [String; 2] {
        [self.shown, self.clicked].map(|count: i64| count.to_string())
    }
}

impl From<&KindCounts> for ButtonCountsOut {
    fn from(counts: &KindCounts) -> Self {
        Self { shown: counts.times(EventKind::ButtonRender), clicked: counts.times(EventKind::ButtonClick) }
    }
}

/// A button.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ButtonActivity)]
struct ButtonActivityOut {
    /// Its text.
    text: String,
    /// Path of its page.
    page: String,
    #[serde(flatten)]
    counts: ButtonCountsOut,
    /// Those of the preceding period, when asked for.
    before: Option<ButtonCountsOut>,
}

impl From<ObjectActivity> for ButtonActivityOut {
    fn from(own: ObjectActivity) -> Self {
        let ObjectActivity { object: text, page, counts, before } = own;
        Self { text, page, counts: (&counts).into(), before: before.as_ref().map(ButtonCountsOut::from) }
    }
}

/// Buttons.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalyticsButtons)]
struct ButtonsOut {
    #[serde(flatten)]
    head: HeadOut,
    rows: Vec<ButtonActivityOut>,
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(analytics_searches: reads()))
        .routes(routes!(analytics_forms: reads()))
        .routes(routes!(analytics_popups: reads()))
        .routes(routes!(analytics_buttons: reads()))
}

/// Get the searches of visitors
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/searches", operation_id = "analytics_searches",
    tag = "analytics", params(LimitQuery, RangeQuery, CompareQuery, FilterQuery),
    security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((SearchesOut = "application/json"), (String = "text/csv")))))]
async fn analytics_searches(State(state): State<AppState>, caller: Contributor, wanted: Wanted) -> ApiResult<Response> {
    let (scope, db) = scope(&state, &caller, &wanted).await?;
    let searches = activity::searches(&caller.ctx, db.as_ref(), &scope, wanted.list()).await?;
    let report = SearchesOut {
        head: HeadOut::from(&scope.site),
        all: searches.all.into(),
        before: searches.before.map(SearchCountsOut::from),
        rows: searches.rows.into_iter().map(SearchedTextOut::from).collect(),
    };
    answer(wanted.is_csv, "searches", &report, |report| {
        let mut table = Table::of_figures(&["Words"], &["Searches", "Without results"], report.before.is_some());
        for row in &report.rows {
            let before = row.before.iter().flat_map(SearchCountsOut::cells);
            table.row([row.text.clone()].into_iter().chain(row.counts.cells()).chain(before));
        }
        table
    })
}

/// Get what happened with forms
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/forms", operation_id = "analytics_forms",
    tag = "analytics", params(RangeQuery, CompareQuery, FilterQuery),
    security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((FormsOut = "application/json"), (String = "text/csv")))))]
async fn analytics_forms(State(state): State<AppState>, caller: Contributor, wanted: Wanted) -> ApiResult<Response> {
    let (scope, db) = scope(&state, &caller, &wanted).await?;
    let forms = activity::forms(&caller.ctx, db.as_ref(), &scope, wanted.compare).await?;
    let mut names = form_names(&state, &caller).await;
    let row = |own: ObjectActivity| FormActivityOut {
        name: names.remove(&own.object),
        counts: (&own.counts).into(),
        before: own.before.as_ref().map(FormCountsOut::from),
        form_id: own.object,
    };
    let report = FormsOut { head: HeadOut::from(&scope.site), rows: forms.into_iter().map(row).collect() };
    answer(wanted.is_csv, "forms", &report, |report| {
        let mut table = Table::of_figures(&["Form", "Name"], &["Shown", "Started", "Sent"], wanted.compare);
        for row in &report.rows {
            let before = row.before.iter().flat_map(FormCountsOut::cells);
            let names = [row.form_id.clone(), row.name.clone().unwrap_or_default()];
            table.row(names.into_iter().chain(row.counts.cells()).chain(before));
        }
        table
    })
}

/// The names of the site's forms, for contributors who may see its submissions.
async fn form_names(state: &AppState, caller: &Contributor) -> BTreeMap<String, String> {
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let forms = submissions::forms(&caller.ctx, &caller.db, &kinds).await.unwrap_or_default();
    forms.into_iter().filter(|form| !form.name.is_empty()).map(|form| (form.id, form.name)).collect()
}

/// The title of the site's popup; none when it has none.
async fn popup_name(caller: &Contributor) -> ApiResult<Option<String>> {
    let tx = caller.db.read().await.map_err(Failure::from)?;
    let frame = header_footer::stored(&tx).await?;
    let title = frame.header.get("popupOverlay").and_then(|popup| popup.get("title")?.as_str());
    Ok(title.map(str::trim).filter(|title| !title.is_empty()).map(str::to_owned))
}

/// Get what happened with popups
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/popups", operation_id = "analytics_popups",
    tag = "analytics", params(RangeQuery, CompareQuery, FilterQuery),
    security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((PopupsOut = "application/json"), (String = "text/csv")))))]
async fn analytics_popups(State(state): State<AppState>, caller: Contributor, wanted: Wanted) -> ApiResult<Response> {
    let (scope, db) = scope(&state, &caller, &wanted).await?;
    let popups = activity::popups(&caller.ctx, db.as_ref(), &scope, wanted.compare).await?;
    let name = if popups.is_empty() { None } else { popup_name(&caller).await? };
    let named = |own: ObjectActivity| PopupActivityOut {
        name: name.clone().filter(|_| own.object == POPUP),
        counts: (&own.counts).into(),
        before: own.before.as_ref().map(PopupCountsOut::from),
        overlay_id: own.object,
    };
    let rows = popups.into_iter().map(named).collect();
    answer(wanted.is_csv, "popups", &PopupsOut { head: HeadOut::from(&scope.site), rows }, |report| {
        let mut table = Table::of_figures(&["Popup"], &["Shown", "Closed", "Clicked", "Sent"], wanted.compare);
        for row in &report.rows {
            let before = row.before.iter().flat_map(PopupCountsOut::cells);
            let name = row.name.as_ref().unwrap_or(&row.overlay_id).clone();
            table.row([name].into_iter().chain(row.counts.cells()).chain(before));
        }
        table
    })
}

/// Get what happened with buttons
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/buttons", operation_id = "analytics_buttons",
    tag = "analytics", params(LimitQuery, RangeQuery, CompareQuery, FilterQuery),
    security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((ButtonsOut = "application/json"), (String = "text/csv")))))]
async fn analytics_buttons(State(state): State<AppState>, caller: Contributor, wanted: Wanted) -> ApiResult<Response> {
    let (scope, db) = scope(&state, &caller, &wanted).await?;
    let buttons = activity::buttons(&caller.ctx, db.as_ref(), &scope, wanted.list()).await?;
    let rows = buttons.into_iter().map(ButtonActivityOut::from).collect();
    answer(wanted.is_csv, "buttons", &ButtonsOut { head: HeadOut::from(&scope.site), rows }, |report| {
        let mut table = Table::of_figures(&["Button", "Page"], &["Shown", "Clicked"], wanted.compare);
        for row in &report.rows {
            let before = row.before.iter().flat_map(ButtonCountsOut::cells);
            table.row([row.text.clone(), row.page.clone()].into_iter().chain(row.counts.cells()).chain(before));
        }
        table
    })
}
