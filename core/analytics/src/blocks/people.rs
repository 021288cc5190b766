//! The packed visits of a visitor with an identifier, for the export of personal data and its deletion.

use std::collections::{BTreeSet, HashMap, HashSet};

use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::clock::Timestamp;

use super::Kind;
use super::packed::hash_of;
use super::store::{self, Hashed, Head};
use crate::store::day_of;

/// The blocks that may have visits of a visitor: the hashes of some visitors are the same.
async fn heads_of(tx: &TenantTx, visitor: i64) -> Result<Vec<Head>, DbError> {
    let own = hash_of(visitor);
    let mut heads = Vec::new();
    let mut next = store::hashed_after(tx, None).await?;
    while let Some(last) = next.last().map(|block| block.head) {
        let may_have = |block: &Hashed| block.visitors.chunks_exact(own.len()).any(|hash| hash == own);
        heads.extend(next.into_iter().filter(may_have).map(|block| block.head));
        next = store::hashed_after(tx, Some(&last)).await?;
    }
    Ok(heads)
}

fn is_of(visit: &analytics_visit::Model, visitor: i64) -> bool {
    visit.is_identified && visit.visitor == visitor
}

/// The packed visits of an identified visitor, the earliest first.
///
/// # Errors
/// When the database fails.
pub(crate) async fn visits_of(tx: &TenantTx, visitor: i64) -> Result<Vec<analytics_visit::Model>, DbError> {
    let mut visits = Vec::new();
    for head in heads_of(tx, visitor).await? {
        visits.extend(store::visits(tx, &head).await?.into_iter().filter(|visit| is_of(visit, visitor)));
    }
    visits.sort_unstable_by_key(|visit| visit.id);
    Ok(visits)
}

/// Takes the visits of an identified visitor out of their blocks, and returns them.
///
/// # Errors
/// When the database fails.
pub(crate) async fn take_visits(tx: &TenantTx, visitor: i64) -> Result<Vec<analytics_visit::Model>, DbError> {
    let mut taken = Vec::new();
    for head in heads_of(tx, visitor).await? {
        let visits = store::visits(tx, &head).await?;
        let (own, left): (Vec<_>, Vec<_>) = visits.into_iter().partition(|visit| is_of(visit, visitor));
        if !own.is_empty() {
            store::delete_one(tx, Kind::Visits, &head).await?;
            store::add_visits(tx, head.day, &left).await?;
            taken.extend(own);
        }
    }
    Ok(taken)
}

/// A visit whose events are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// Its id.
    pub(crate) visit: i64,
    /// Its events are not older than this.
    pub(crate) from: Timestamp,
    /// The time of the last one.
    pub(crate) until: Timestamp,
}

/// The blocks of a day that may have events of some visits.
async fn heads_with(tx: &TenantTx, day: i32, visits: &[Span]) -> Result<Vec<Head>, DbError> {
    let mut heads = store::heads(tx, Kind::Events, day, day).await?;
    heads.retain(|head| visits.iter().any(|own| head.overlaps(own.from.ms(), own.until.ms() + 1)));
    Ok(heads)
}

/// The days on which visits may have events.
fn days_of(visits: &[Span]) -> BTreeSet<i32> {
    visits.iter().flat_map(|own| day_of(own.from)..=day_of(own.until)).collect()
}

/// The packed events of some visits, by visit, each visit's in the order of time; not many more than the most, the
/// earliest. Each block is read once.
///
/// # Errors
/// When the database fails.
pub(crate) async fn events_of_visits(
    tx: &TenantTx,
    visits: &[Span],
    most: u64,
) -> Result<HashMap<i64, Vec<analytics_event::Model>>, DbError> {
    let mut found: HashMap<i64, Vec<analytics_event::Model>> =
        visits.iter().map(|own| (own.visit, Vec::new())).collect();
    let mut count = 0;
    for day in days_of(visits) {
        for head in heads_with(tx, day, visits).await? {
            if count >= most {
                return Ok(found);
            }
            for event in store::events(tx, &head).await? {
                if let Some(own) = found.get_mut(&event.visit) {
                    own.push(event);
                    count += 1;
                }
            }
        }
    }
    Ok(found)
}

/// Takes the events of some visits out of their blocks.
///
/// # Errors
/// When the database fails.
pub(crate) async fn delete_events(tx: &TenantTx, visits: &[Span]) -> Result<(), DbError> {
    let ids: HashSet<i64> = visits.iter().map(|own| own.visit).collect();
    for day in days_of(visits) {
        for head in heads_with(tx, day, visits).await? {
            let mut events = store::events(tx, &head).await?;
            let all = events.len();
            events.retain(|event| !ids.contains(&event.visit));
            if events.len() < all {
                store::delete_one(tx, Kind::Events, &head).await?;
                store::add_events(tx, head.day, &events).await?;
            }
        }
    }
    Ok(())
}
