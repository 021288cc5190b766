//! Activity of e-mails.

use axum::response::Response;
use serde::Serialize;
use stoa_email::KindActivity;
use utoipa::ToSchema;

use super::csv_answer::{Table, answer};
use super::days;
use super::figures::HeadOut;
use super::query::{RangeQuery, Wanted};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::Contributor;
use crate::problem::ApiResult;
use crate::route_policy::reads;

/// E-mails of a kind.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EmailKindActivity)]
struct KindActivityOut {
    /// The kind of e-mail.
    kind: String,
    /// Sent.
    sent: i64,
    /// Waiting to be sent.
    waiting: i64,
    /// Failed.
    failed: i64,
}

impl From<KindActivity> for KindActivityOut {
    fn from(activity: KindActivity) -> Self {
        let KindActivity { kind, sent, waiting, failed } = activity;
        Self { kind, sent, waiting, failed }
    }
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
    tag = "analytics", params(RangeQuery), security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((EmailActivityOut = "application/json"), (String = "text/csv")))))]
async fn analytics_emails(caller: Contributor, wanted: Wanted) -> ApiResult<Response> {
    let site = days(&caller, &wanted.range).await?;
    let rows = stoa_email::activity(&caller.ctx, &caller.db, &site).await?;
    let rows = rows.into_iter().map(KindActivityOut::from).collect();
    answer(wanted.is_csv, "emails", &EmailActivityOut { head: HeadOut::from(&site), rows }, |report| {
        let mut table = Table::of(&["E-mail", "Sent", "Waiting", "Failed"]);
        for row in &report.rows {
            let counts = [row.sent, row.waiting, row.failed].map(|count| count.to_string());
            table.row([row.kind.clone()].into_iter().chain(counts));
        }
        table
    })
}
