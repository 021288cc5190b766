//! Stores a queue: what belongs to one site in one transaction.

use std::collections::HashMap;
use std::time::Instant;

use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::WebsiteId;

use super::memory::{Memory, SiteMemory};
use super::{Entry, Queue, SiteStores};
use crate::store::{self, Attempt, Batch, Tried};
use crate::{AnalyticsError, Hit};

/// How long after the first event of a site its events are summed up, milliseconds.
const SUMMED_UP_MS: i64 = 3 * 60_000;

/// After which time an event of a load test may be stored when its run is removed already, milliseconds. Requests belong
/// to a run for at most two seconds after its end, and it is removed three seconds after that end.
const LATE_MS: i64 = 1_000;

/// How old an event may be, milliseconds: browsers send what they could not when they are online again.
pub(crate) const OLDEST_MS: i64 = 7 * DAY_MS;
/// How far in the future an event may be, milliseconds.
const LATEST_MS: i64 = DAY_MS;

/// Stores entries. Returns how many were stored, and those that were not because a database failed.
/// `writer` is the number of the process.
pub(crate) async fn store(
    stores: &dyn SiteStores,
    memory: &mut Memory,
    queue: Queue,
    writer: i64,
    now: Timestamp,
) -> (u64, Queue) {
    let mut sites: HashMap<WebsiteId, Vec<Entry>> = HashMap::new();
    for (website, entry) in queue {
        sites.entry(website).or_default().push(entry);
    }
    let (mut stored, mut left) = (0, Vec::new());
    for (website, mut entries) in sites {
        if memory.is_paused(&website, now) {
            left.extend(entries.into_iter().map(|entry| (website.clone(), entry)));
            continue;
        }
        let mut site = memory.take(&website);
        let mut attempt = Attempt::of(writer);
        match store_site(stores, SiteEntries { website: &website, entries: &entries }, &mut site, &mut attempt, now)
            .await
        {
            Ok(()) => {
                stored += u64::try_from(entries.len()).unwrap_or(0);
                memory.keep(&website, site, now);
            }
            Err(error) => {
                // What is remembered may be from the transaction that failed: it is forgotten.
                tracing::warn!(%error, tenant.id = %website, "events of visitors could not be stored; they are kept");
                entries.retain(|entry| !entry.is_stored_by(attempt.found()));
                if let Some(number) = attempt.uncertain() {
                    entries.iter_mut().for_each(|entry| entry.may_be_stored_by(number));
                }
                memory.pause(&website, now);
                left.extend(entries.into_iter().map(|entry| (website.clone(), entry)));
            }
        }
    }
    (stored, left)
}

/// What waits to be stored for a site.
struct SiteEntries<'a> {
    website: &'a WebsiteId,
    entries: &'a [Entry],
}

async fn store_site(
    stores: &dyn SiteStores,
    SiteEntries { website, entries }: SiteEntries<'_>,
    memory: &mut SiteMemory,
    attempt: &mut Attempt,
    now: Timestamp,
) -> Result<(), AnalyticsError> {
    // The site does not exist any more.
    let Some(db) = stores.open(website).await? else { return Ok(()) };
    let mut batch = Batch::default();
    for entry in entries {
        match entry {
            Entry::Hit(hit) => batch.hits.push(hit),
            Entry::OfRun(run, hit) => batch.of_runs.push((run, hit.as_ref())),
            Entry::Unpaid(order) => batch.unpaid.push(order),
            Entry::Speed(sample, attempt) => batch.samples.push(Tried { entry: sample, attempt: *attempt }),
            Entry::Error(error, attempt) => batch.errors.push(Tried { entry: error.as_ref(), attempt: *attempt }),
        }
    }
    batch.hits.sort_by_key(|hit| (hit.at, hit.id));
    // Browsers may report any time: what is old may be packed already, and what is far away would need a partition of
    // its own, and would never be summed up.
    batch.hits.retain(|hit| (-LATEST_MS..=OLDEST_MS).contains(&(now - hit.at)));
    batch.of_runs.retain(|(_, hit)| (-LATEST_MS..=OLDEST_MS).contains(&(now - hit.at)));
    let times = |hit: &&Hit| hit.at;
    if let (Some(from), Some(until)) = (batch.hits.first().map(times), batch.hits.last().map(times)) {
        stores.make_room(from, until).await?;
        // Before the transaction: a process that ends in between leaves a pass that finds nothing.
        if memory.due_on.is_none_or(|due_on| due_on <= now) {
            stores.wake(website, now + SUMMED_UP_MS).await?;
            memory.due_on = Some(now + SUMMED_UP_MS);
        }
    }
    let begun = Instant::now();
    store::write(&db, memory, &batch, attempt, now).await?;
    let took = i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
    // What the run made may be removed by now. Afterwards, since a pass before would not see the events.
    if batch.of_runs.iter().any(|(_, hit)| (now - hit.at).saturating_add(took) > LATE_MS) {
        stores.wake(website, now).await?;
    }
    Ok(())
}
