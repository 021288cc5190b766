//! The days and filters of a report, in the site's time zone.

use jiff::tz::TimeZone;
use stoa_entity::TenantDb;
use stoa_entity::tenant::site;
use stoa_kernel::local_days::{Days, DaysRequest, SiteDays};
use stoa_kernel::{Failure, TenantCtx, boxed};

use super::Filters;

/// The days and filters of a report.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The days.
    pub site: SiteDays,
    /// Which visits.
    pub filters: Filters,
}

/// The days from the first to the last in the site's time zone; by default the 30 days up to today.
///
/// # Errors
/// When a day is malformed, the range is empty or too long, or the database fails.
#[boxed]
pub async fn site_days(
    ctx: &TenantCtx,
    db: &TenantDb,
    first: Option<&str>,
    last: Option<&str>,
) -> Result<SiteDays, Failure> {
    let row = db.read().await?.find::<site::Entity>().one().await?.ok_or_else(Failure::not_found)?;
    let zone = TimeZone::get(&row.time_zone).unwrap_or(TimeZone::UTC);
    let days = Days::requested(DaysRequest { first, last, days: None, last_field: "to" }, ctx.now(), zone)?;
    Ok(SiteDays { days, time_zone: row.time_zone, currency: row.currency })
}
