//! Figures by e-mail, as each contributor wants them.

use axum::Json;
use serde::{Deserialize, Serialize};
use stoa_analytics::reports::email_reports;
use stoa_kernel::analytics::EmailReportFrequency;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes, reads};

/// Figures by e-mail, to the signed-in contributor.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = AnalyticsEmailReport)]
struct EmailReportDto {
    frequency: EmailReportFrequency,
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(
        analytics_email_report_get: reads(),
        analytics_email_report_set: changes(Invalidates::ByHandler),
    ))
}

/// Get how often the figures are e-mailed
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/email-report",
    operation_id = "analytics_email_report_get", tag = "analytics", security(("contributor" = ["analytics:read"])),
    responses((status = 200, body = EmailReportDto)))]
async fn analytics_email_report_get(caller: Contributor) -> ApiResult<Json<EmailReportDto>> {
    let frequency = email_reports::frequency(&caller.ctx, &caller.db, &caller.account).await?;
    Ok(Json(EmailReportDto { frequency }))
}

/// Choose how often the figures are e-mailed
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/analytics/email-report",
    operation_id = "analytics_email_report_set", tag = "analytics", request_body = EmailReportDto,
    security(("contributor" = ["analytics:read"])), responses((status = 200, body = EmailReportDto)))]
async fn analytics_email_report_set(
    caller: Contributor,
    ApiJson(body): ApiJson<EmailReportDto>,
) -> ApiResult<Json<EmailReportDto>> {
    email_reports::set_frequency(&caller.ctx, &caller.db, &caller.account, body.frequency).await?;
    Ok(Json(body))
}
