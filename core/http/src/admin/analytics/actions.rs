//! Links that were followed, files, sound and films, sign-ups, and the owner's own events.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use stoa_analytics::EventKind;
use stoa_analytics::reports::actions::{self, ActionCount};
use stoa_analytics::reports::activity::{self, ObjectActivity};
use utoipa::{IntoParams, ToSchema};

use super::csv_answer::{Table, answer};
use super::figures::HeadOut;
use super::query::{CompareQuery, FilterQuery, LimitQuery, RangeQuery, Wanted};
use super::scope;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::AppState;

/// Kind of something that visitors do.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = AnalyticsAction)]
enum ActionDto {
    /// A link to another site was followed.
    #[default]
    OutboundClick,
    /// A file was downloaded.
    FileDownload,
    /// Sound was played.
    Audio,
    /// A film was played.
    Video,
    /// Someone signed up for a newsletter.
    NewsletterSignup,
    /// An account was made.
    AccountCreation,
    /// An event of the owner's own.
    Custom,
}

impl ActionDto {
    fn of(kind: EventKind) -> Option<Self> {
        Some(match kind {
            EventKind::OutboundClick => Self::OutboundClick,
            EventKind::FileDownload => Self::FileDownload,
            EventKind::Audio => Self::Audio,
            EventKind::Video => Self::Video,
            EventKind::NewsletterSignup => Self::NewsletterSignup,
            EventKind::AccountCreation => Self::AccountCreation,
            EventKind::Custom => Self::Custom,
            _ => return None,
        })
    }

    fn kind(self) -> EventKind {
        match self {
            Self::OutboundClick => EventKind::OutboundClick,
            Self::FileDownload => EventKind::FileDownload,
            Self::Audio => EventKind::Audio,
            Self::Video => EventKind::Video,
            Self::NewsletterSignup => EventKind::NewsletterSignup,
            Self::AccountCreation => EventKind::AccountCreation,
            Self::Custom => EventKind::Custom,
        }
    }
}

/// How often something of a kind happened.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ActionKindRow)]
struct ActionKindOut {
    kind: ActionDto,
    /// How often.
    times: i64,
    /// How often in the preceding period of equal length, when asked for.
    before: Option<i64>,
}

impl ActionKindOut {
    fn of(count: ActionCount) -> Option<Self> {
        let ActionCount { kind, times, before } = count;
        Some(Self { kind: ActionDto::of(kind)?, times, before })
    }
}

/// What visitors did, by kind.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalyticsActionKinds)]
struct ActionKindsOut {
    #[serde(flatten)]
    head: HeadOut,
    /// All kinds.
    rows: Vec<ActionKindOut>,
}

/// How often something was done.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ActionCounts)]
struct ActionCountsOut {
    /// How often.
    times: i64,
    /// Visits in which it was done, counted once a day.
    visits: i64,
}

/// What something was done with.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ActionRow)]
struct ActionOut {
    /// Address of a link, path of a file, sound or film, id of a form, name of an event.
    value: String,
    #[serde(flatten)]
    counts: ActionCountsOut,
    /// Those of the preceding period, when asked for.
    before: Option<ActionCountsOut>,
}

impl ActionOut {
    fn of(own: ObjectActivity, kind: EventKind) -> Self {
        let ObjectActivity { object: value, counts, before, .. } = own;
        let out =
            |counts: &activity::KindCounts| ActionCountsOut { times: counts.times(kind), visits: counts.visits(kind) };
        Self { value, counts: out(&counts), before: before.as_ref().map(out) }
    }
}

/// What visitors did of a kind.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalyticsActions)]
struct ActionsOut {
    #[serde(flatten)]
    head: HeadOut,
    kind: ActionDto,
    /// The most frequent first.
    rows: Vec<ActionOut>,
}

/// Query parameters of what visitors did of a kind.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ActionQuery {
    /// The kind; links to other sites by default.
    #[serde(default)]
    #[param(inline)]
    kind: ActionDto,
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(analytics_action_kinds: reads())).routes(routes!(analytics_actions: reads()))
}

/// Get how often visitors did what has no report of its own
///
/// Links to other sites, files, sound and films, sign-ups, and the owner's own events.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/action-kinds", operation_id = "analytics_action_kinds",
    tag = "analytics", params(RangeQuery, CompareQuery, FilterQuery), security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((ActionKindsOut = "application/json"), (String = "text/csv")))))]
async fn analytics_action_kinds(
    State(state): State<AppState>,
    caller: Contributor,
    wanted: Wanted,
) -> ApiResult<Response> {
    let (scope, db) = scope(&state, &caller, &wanted).await?;
    let counts = actions::actions(&caller.ctx, db.as_ref(), &scope, wanted.compare).await?;
    let rows = counts.into_iter().filter_map(ActionKindOut::of).collect();
    answer(wanted.is_csv, "events", &ActionKindsOut { head: HeadOut::from(&scope.site), rows }, |report| {
        let mut table = Table::of_figures(&["Event"], &["Times"], wanted.compare);
        for row in &report.rows {
            let figures = [Some(row.times), row.before].into_iter().flatten().map(|times| times.to_string());
            table.row([row.kind.kind().name().to_owned()].into_iter().chain(figures));
        }
        table
    })
}

/// Get the links, files, sounds, films, forms or events of a kind
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/actions", operation_id = "analytics_actions",
    tag = "analytics", params(ActionQuery, LimitQuery, RangeQuery, CompareQuery, FilterQuery),
    security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((ActionsOut = "application/json"), (String = "text/csv")))))]
async fn analytics_actions(
    State(state): State<AppState>,
    caller: Contributor,
    wanted: Wanted,
    ApiQuery(ActionQuery { kind }): ApiQuery<ActionQuery>,
) -> ApiResult<Response> {
    let (scope, db) = scope(&state, &caller, &wanted).await?;
    let objects = activity::of_kind(&caller.ctx, db.as_ref(), &scope, kind.kind(), wanted.list()).await?;
    let rows = objects.into_iter().map(|own| ActionOut::of(own, kind.kind())).collect();
    answer(wanted.is_csv, "events-of-kind", &ActionsOut { head: HeadOut::from(&scope.site), kind, rows }, |report| {
        let mut table = Table::of_figures(&["Value"], &["Times", "Visits"], wanted.compare);
        for row in &report.rows {
            let figures = [Some(&row.counts), row.before.as_ref()].into_iter().flatten();
            let cells = figures.flat_map(|own| [own.times, own.visits]).map(|count| count.to_string());
            table.row([row.value.clone()].into_iter().chain(cells));
        }
        table
    })
}
