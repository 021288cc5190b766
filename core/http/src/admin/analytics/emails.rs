//! Activity of e-mails.

use std::collections::BTreeMap;

use axum::response::Response;
use serde::Serialize;
use stoa_email::KindActivity;
use utoipa::ToSchema;

use super::csv_answer::{Table, answer};
use super::figures::HeadOut;
use super::query::{CompareQuery, RangeQuery, Wanted};
use super::{days, days_before};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::Contributor;
use crate::problem::ApiResult;
use crate::route_policy::reads;

/// Numbers of e-mails.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[schema(as = EmailCounts)]
struct CountsOut {
    /// Sent.
    sent: i64,
    /// Waiting to be sent.
    waiting: i64,
    /// Failed.
    failed: i64,
}

impl CountsOut {
    const COLUMNS: [&str; 3] = ["Sent", "Waiting", "Failed"];

    fn cells(self) -> [String; 3] {
        [self.sent, self.waiting, self.failed].map(|count| count.to_string())
    }
}

/// E-mails of a kind.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EmailKindActivity)]
struct KindActivityOut {
    /// The kind of e-mail.
    kind: String,
    #[serde(flatten)]
    counts: CountsOut,
    /// Those of the preceding period of equal length, when asked for.
    before: Option<CountsOut>,
}

/// The e-mails of a period and of the one before by kind: a kind is in it that only one of them has.
fn by_kind(own: Vec<KindActivity>, before: Option<Vec<KindActivity>>) -> Vec<KindActivityOut> {
    let none = before.is_some().then(CountsOut::default);
    let mut kinds: BTreeMap<String, KindActivityOut> = BTreeMap::new();
    for KindActivity { kind, sent, waiting, failed } in own {
        let counts = CountsOut { sent, waiting, failed };
        kinds.insert(kind.clone(), KindActivityOut { kind, counts, before: none });
    }
    for KindActivity { kind, sent, waiting, failed } in before.into_iter().flatten() {
        let row = kinds.entry(kind.clone());
        let row = row.or_insert_with(|| KindActivityOut { kind, counts: CountsOut::default(), before: none });
        row.before = Some(CountsOut { sent, waiting, failed });
    }
    kinds.into_values().collect()
}

/// E-mails of the site by kind.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EmailActivity)]
struct EmailActivityOut {
    #[serde(flatten)]
    head: HeadOut,
    rows: Vec<KindActivityOut>,
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(analytics_emails: reads()))
}

/// Get the activity of e-mails
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/emails", operation_id = "analytics_emails",
    tag = "analytics", params(RangeQuery, CompareQuery), security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((EmailActivityOut = "application/json"), (String = "text/csv")))))]
async fn analytics_emails(caller: Contributor, wanted: Wanted) -> ApiResult<Response> {
    let site = days(&caller, &wanted.range).await?;
    let own = stoa_email::activity(&caller.ctx, &caller.db, &site).await?;
    let before = match days_before(&site, &wanted) {
        Some(before) => Some(stoa_email::activity(&caller.ctx, &caller.db, &before).await?),
        None => None,
    };
    let is_compared = before.is_some();
    let report = EmailActivityOut { head: HeadOut::from(&site), rows: by_kind(own, before) };
    answer(wanted.is_csv, "emails", &report, |report| {
        let mut table = Table::of_figures(&["E-mail"], &CountsOut::COLUMNS, is_compared);
        for row in &report.rows {
            let before = row.before.into_iter().flat_map(CountsOut::cells);
            table.row([row.kind.clone()].into_iter().chain(row.counts.cells()).chain(before));
        }
        table
    })
}
