//! Events and visits of days that are over for so long that nothing can be added to them: they are taken from their tables
//! and packed, some thousands in a row (`analytics_block`), which takes a fraction of the space. A job does it, some
//! thousands in one transaction, so that they are in one place or the other whenever a process ends.
//!
//! Whatever reads events or visits of any time reads both, in a transaction that sees one state
//! ([`TenantDb::snapshot`](stoa_entity::TenantDb::snapshot)). Questions to the tables alone are right only of days
//! that are later than those that are packed (`analytics_state.packed_until`).

mod columns;
mod pack;
mod packed;
mod people;
mod read;
mod store;

use stoa_kernel::clock::{DAY_MS, Timestamp};

pub use pack::{next_due, run};
pub(crate) use people::{Span, delete_events, events_of_visits, take_visits, visits_of};
pub(crate) use read::{Events, Visits, events_after, events_of, visits_with};
pub(crate) use store::{delete, newest_event, oldest_day};

/// What a block has. The numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Events = 1,
    Visits = 2,
}

impl Kind {
    const fn number(self) -> i16 {
        self as i16
    }
}

/// When a day begins.
fn start_of(day: i32) -> Timestamp {
    Timestamp::from_ms(i64::from(day) * DAY_MS)
}
