//! Copies of the recorded visits, made by the database itself: each some time later than the last one, of other visitors.
//! After each, the jobs of the site run as they would have run by then: days are summed up, and packed when nothing can be
//! added to them any more.

use anyhow::Result;
use stoa_analytics::{blocks, rollups, started_from};
use stoa_entity::TenantDb;
use stoa_kernel::clock::Timestamp;
use stoa_testkit::TestSite;

use super::{Plan, TIME_ZONE};

const HOUR_MS: i64 = 3_600_000;
/// How long after its end a month without events is kept, as the job of the site does.
const KEPT_EMPTY_MS: i64 = 9 * 24 * HOUR_MS;
/// The visitors of one copy begin so many numbers after those of the one before.
const VISITORS: i64 = 1_000_000_000;

/// Makes the copies.
pub(crate) async fn make(site: &TestSite, db: &TenantDb, plan: Plan) -> Result<()> {
    let last = plan.from + (plan.copies + 1) * plan.stretch;
    site.databases.make_analytics_months(plan.from, last).await?;
    for copy in 0..=plan.copies {
        let from = plan.from + copy * plan.stretch;
        if copy > 0 {
            copy_last(site, from - plan.stretch, plan.stretch).await?;
        }
        let until = from + plan.stretch;
        note_hours(site, from, until).await?;
        rollups::run(db, TIME_ZONE, until).await?;
        while blocks::next_due(db).await?.is_some_and(|due| due <= until) {
            blocks::run(db, until).await?;
        }
        // As autovacuum does: the space of the rows that were packed is used again.
        site.analyse().await?;
        site.databases.drop_analytics_months(until - KEPT_EMPTY_MS).await?;
    }
    Ok(())
}

/// Copies a stretch of time to the next one.
async fn copy_last(site: &TestSite, from: Timestamp, stretch: i64) -> Result<()> {
    let until = from + stretch;
    let visit = started_from(Timestamp::from_ms(stretch));
    let (first, end) = (started_from(from), started_from(until));
    let events = format!(
        "INSERT INTO analytics_event (website_id, at, id, kind, visit, page, object, number, detail) \
         SELECT website_id, at + {stretch}, id, kind, visit + {visit}, page, object, number, detail \
         FROM analytics_event WHERE at >= {from} AND at < {until}"
    );
    let visits = format!(
        "INSERT INTO analytics_visit (website_id, id, visitor, is_identified, is_first, started_at, last_at, views, \
         events, engaged_ms, entry_page, exit_page, referrer, source, medium, campaign, term, content, country, \
         language, device, browser, os, host, orders, revenue) \
         SELECT website_id, id + {visit}, visitor + {VISITORS}, is_identified, is_first, started_at + {stretch}, \
         last_at + {stretch}, views, events, engaged_ms, entry_page, exit_page, referrer, source, medium, campaign, \
         term, content, country, language, device, browser, os, host, orders, revenue \
         FROM analytics_visit WHERE id >= {first} AND id < {end}"
    );
    site.run_on_analytics(&[events, visits]).await
}

/// Notes the hours of a stretch of time as to be summed up.
async fn note_hours(site: &TestSite, from: Timestamp, until: Timestamp) -> Result<()> {
    let website = site.db.website();
    let hours = from.ms().div_euclid(HOUR_MS)..=until.ms().div_euclid(HOUR_MS);
    let rows: Vec<String> = hours.map(|hour| format!("('{website}', {}, 0, 1)", hour * HOUR_MS)).collect();
    let noted = format!(
        "INSERT INTO analytics_dirty (website_id, hour, noted_at, version) VALUES {} \
         ON CONFLICT (website_id, hour) DO NOTHING",
        rows.join(", ")
    );
    site.run_on_analytics(&[noted]).await
}
