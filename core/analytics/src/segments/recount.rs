//! Days whose visits and events are packed, and of which there are no columns that are right: a person was erased, or the
//! site has another time zone. The columns are made in memory, and not kept.

use std::collections::{HashMap, HashSet};

use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::local_days::{Days, Interval};
use tokio::task::spawn_blocking;

use super::store::{Summed, stopped};
use super::{DayColumns, Part, add_views_of_other_days};
use crate::blocks::{Events, Visits, visits_with};

/// About how many events are added up at once, which bounds the memory: of a day with more, the visitors are added up in
/// groups.
const MAX_EVENTS: i64 = 300_000;

/// One of some groups of visitors.
#[derive(Clone, Copy)]
struct Group {
    number: i64,
    of: i64,
}

impl Group {
    fn has(self, visitor: i64) -> bool {
        visitor.rem_euclid(self.of) == self.number
    }
}

/// Adds up days from their visits and events.
///
/// # Errors
/// When the database fails.
pub(crate) async fn recounted<S: Summed>(tx: &TenantTx, ranges: &[Days], mut sums: S) -> Result<S, DbError> {
    let parts = sums.parts();
    let reads_events = !sums.kinds().is_empty() || parts.contains(&Part::ButtonObject);
    for range in ranges {
        for date in range.starts(Interval::Day) {
            let day = Days { first: date, last: date, zone: range.zone.clone() };
            let (start, end) = day.whole();
            let (start, end) = (Timestamp::from_ms(start), Timestamp::from_ms(end));
            let groups = Events::between(tx, start, end).await?.packed() / MAX_EVENTS + 1;
            for number in 0..groups {
                let mut made =
                    GroupColumns::new(DayColumns::new(start, end, day.zone.clone()), Group { number, of: groups });
                made.read(tx, reads_events).await?;
                let columns = made.columns;
                let added = spawn_blocking(move || {
                    sums.add(&columns.day());
                    sums
                });
                sums = added.await.map_err(stopped)?;
            }
        }
    }
    Ok(sums)
}

/// The columns of a group of visitors.
struct GroupColumns {
    columns: DayColumns,
    group: Group,
    visits: HashMap<i64, analytics_visit::Model>,
    /// Visits of other groups.
    others: HashSet<i64>,
}

impl GroupColumns {
    fn new(mut columns: DayColumns, group: Group) -> Self {
        columns.most = usize::MAX;
        Self { columns, group, visits: HashMap::new(), others: HashSet::new() }
    }

    async fn read(&mut self, tx: &TenantTx, reads_events: bool) -> Result<(), DbError> {
        let (start, end) = self.columns.span();
        let mut began = Visits::between(tx, start, end).await?;
        while let Some(visits) = began.next().await? {
            for visit in visits {
                if self.keep(&visit) {
                    self.columns.add_visit(&visit);
                    self.visits.insert(visit.id, visit);
                }
            }
        }
        if !reads_events {
            return Ok(());
        }
        let mut happened = Events::between(tx, start, end).await?;
        while let Some(events) = happened.next().await? {
            self.find_visits(tx, &events).await?;
            for event in events.iter().filter(|event| !self.others.contains(&event.visit)) {
                let visit = self.visits.get(&event.visit);
                if visit.is_some() || self.group.number == 0 {
                    self.columns.add_event(event, visit);
                }
            }
        }
        add_views_of_other_days(tx, &mut self.columns).await
    }

    /// Whether a visit is of this group; else it is noted as one of another.
    fn keep(&mut self, visit: &analytics_visit::Model) -> bool {
        let is_own = self.group.has(visit.visitor);
        if !is_own {
            self.others.insert(visit.id);
        }
        is_own
    }

    /// Reads the visits of events that began on other days.
    async fn find_visits(&mut self, tx: &TenantTx, events: &[analytics_event::Model]) -> Result<(), DbError> {
        let ids = events.iter().map(|event| event.visit);
        let missing: HashSet<i64> =
            ids.filter(|id| !self.visits.contains_key(id) && !self.others.contains(id)).collect();
        for (id, visit) in visits_with(tx, missing).await? {
            if self.keep(&visit) {
                self.visits.insert(id, visit);
            }
        }
        Ok(())
    }
}
