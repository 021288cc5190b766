//! Figures about a site: visits, sales, speed of pages.

mod actions;
mod activity;
mod annotations;
mod carts;
mod csv_answer;
mod email_report;
mod emails;
mod figures;
mod funnel;
mod live;
mod query;
pub mod sales;
mod sales_breakdown;
mod script_errors;
mod share_links;
mod speed;
mod visits;

use stoa_analytics::reports::Scope;
use stoa_entity::TenantDb;
use stoa_kernel::local_days::SiteDays;

use crate::api_routes::ApiRouter;
use crate::extract::Contributor;
use crate::problem::ApiResult;
use crate::state::AppState;
use query::{RangeQuery, Wanted};

/// The routes of this area.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .merge(sales::routes())
        .merge(visits::routes())
        .merge(live::routes())
        .merge(activity::routes())
        .merge(actions::routes())
        .merge(funnel::routes())
        .merge(carts::routes())
        .merge(sales_breakdown::routes())
        .merge(speed::routes())
        .merge(script_errors::routes())
        .merge(emails::routes())
        .merge(annotations::routes())
        .merge(share_links::routes())
        .merge(email_report::routes())
}

/// What was recorded of the site's visitors; none when nothing ever was.
async fn recorded(state: &AppState, caller: &Contributor) -> ApiResult<Option<TenantDb>> {
    Ok(state.tenancy.databases.analytics(caller.ctx.website()).await?)
}

/// The days of a report.
async fn days(caller: &Contributor, range: &RangeQuery) -> ApiResult<SiteDays> {
    let (first, last) = (range.from.as_deref(), range.to.as_deref());
    Ok(stoa_analytics::reports::site_days(&caller.ctx, &caller.db, first, last).await?)
}

/// The preceding period of equal length, when it is compared.
fn days_before(site: &SiteDays, wanted: &Wanted) -> Option<SiteDays> {
    let days = wanted.compare.then(|| site.days.before()).flatten()?;
    Some(SiteDays { days, ..site.clone() })
}

/// The days and filters of a report, and what was recorded.
async fn scope(state: &AppState, caller: &Contributor, wanted: &Wanted) -> ApiResult<(Scope, Option<TenantDb>)> {
    let site = days(caller, &wanted.range).await?;
    Ok((Scope { site, filters: wanted.filters.clone() }, recorded(state, caller).await?))
}
