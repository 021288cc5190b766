//! The packed visits of a visitor with an identifier, for the export of personal data and its deletion.

use std::collections::{BTreeSet, HashSet};

use stoa_entity::analytics::analytics_visit;
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::clock::Timestamp;

use super::Kind;
use super::packed::hash_of;
use super::store::{self, Head};
use crate::store::day_of;

/// The blocks that may have visits of a visitor: the hashes of some visitors are the same.
async fn heads_of(tx: &TenantTx, visitor: i64) -> Result<Vec<Head>, DbError> {
    let own = hash_of(visitor);
    let mut heads = Vec::new();
    for (day, part, hashes) in store::hashes(tx).await? {
        if hashes.chunks_exact(own.len()).any(|hash| hash == own) {
            let of_day = store::heads(tx, Kind::Visits, day, day).await?;
            heads.extend(of_day.into_iter().filter(|head| head.part == part));
        }
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

/// A visit that is erased.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Erased {
    /// Its id.
    pub(crate) visit: i64,
    /// Its events are not older than this.
    pub(crate) from: Timestamp,
    /// The time of the last one.
    pub(crate) until: Timestamp,
}

/// Takes the events of some visits out of their blocks.
///
/// # Errors
/// When the database fails.
pub(crate) async fn delete_events(tx: &TenantTx, visits: &[Erased]) -> Result<(), DbError> {
    let ids: HashSet<i64> = visits.iter().map(|own| own.visit).collect();
    let days: BTreeSet<i32> = visits.iter().flat_map(|own| day_of(own.from)..=day_of(own.until)).collect();
    for day in days {
        for head in store::heads(tx, Kind::Events, day, day).await? {
            if !visits.iter().any(|own| head.overlaps(own.from.ms(), own.until.ms() + 1)) {
                continue;
            }
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
