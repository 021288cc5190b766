//! Figures of visits for people with a link: a page without scripts, amounts or anything about single visitors.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use stoa_analytics::reports::visits::{self, TopRequest};
use stoa_analytics::reports::{Figures, Filters, Scope, share_links, site_days};
use stoa_entity::TenantDb;
use stoa_web::figures_page::{FiguresReport, LISTS, html};

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

async fn report(visitor: &Visitor, db: Option<&TenantDb>) -> ApiResult<FiguresReport> {
    let site = site_days(&visitor.ctx, &visitor.db, None, None).await?;
    let scope = Scope { site, filters: Filters::default() };
    let days = visits::unauthorised_days(db, &scope).await?;
    let mut lists = Vec::with_capacity(LISTS.len());
    for (dimension, heading) in LISTS {
        let request = TopRequest { dimension, most: MAX_ROWS, compare: false };
        lists.push((heading, visits::unauthorised_top(db, &scope, request).await?.0));
    }
    Ok(FiguresReport { totals: Figures::sum(days.iter().map(|day| day.figures)), days, lists })
}
