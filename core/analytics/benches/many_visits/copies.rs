//! Copies of the recorded visits, made by the database itself: each some time later, of other visitors.

use anyhow::Result;
use stoa_analytics::started_from;
use stoa_kernel::clock::Timestamp;
use stoa_testkit::TestSite;

use super::Plan;

const HOUR_MS: i64 = 3_600_000;
/// The visitors of one copy begin so many numbers after those of the one before.
const VISITORS: i64 = 1_000_000_000;

/// Makes the copies, and notes all hours of the site as to be summed up.
pub(crate) async fn make(site: &TestSite, plan: Plan, now: Timestamp) -> Result<()> {
    let (from, until) = (plan.from, plan.from + plan.stretch);
    let (first, end) = (started_from(from), started_from(until));
    for copy in 1..=plan.copies {
        let later = copy * plan.stretch;
        let visit = started_from(Timestamp::from_ms(later));
        let visitor = copy * VISITORS;
        let events = format!(
            "INSERT INTO analytics_event (website_id, at, id, kind, visit, page, object, number, detail) \
             SELECT website_id, at + {later}, id, kind, visit + {visit}, page, object, number, detail \
             FROM analytics_event WHERE at >= {from} AND at < {until}"
        );
        let visits = format!(
            "INSERT INTO analytics_visit (website_id, id, visitor, is_identified, is_first, started_at, last_at, views, \
             events, engaged_ms, entry_page, exit_page, referrer, source, medium, campaign, term, content, country, \
             language, device, browser, os, host, orders, revenue) \
             SELECT website_id, id + {visit}, visitor + {visitor}, is_identified, is_first, started_at + {later}, \
             last_at + {later}, views, events, engaged_ms, entry_page, exit_page, referrer, source, medium, campaign, \
             term, content, country, language, device, browser, os, host, orders, revenue \
             FROM analytics_visit WHERE id >= {first} AND id < {end}"
        );
        site.run_on_analytics(&[events, visits]).await?;
    }
    let website = site.db.website();
    let hours = plan.from.ms().div_euclid(HOUR_MS)..=now.ms().div_euclid(HOUR_MS);
    let rows: Vec<String> = hours.map(|hour| format!("('{website}', {}, 0, 1)", hour * HOUR_MS)).collect();
    let noted = format!(
        "INSERT INTO analytics_dirty (website_id, hour, noted_at, version) VALUES {} \
         ON CONFLICT (website_id, hour) DO NOTHING",
        rows.join(", ")
    );
    site.run_on_analytics(&[noted]).await
}
