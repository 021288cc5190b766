//! Which visit a hit belongs to.

use stoa_kernel::clock::Timestamp;

/// A longer pause begins another visit, milliseconds.
pub const PAUSE_MS: i64 = 30 * 60_000;
/// A visit of one page view that was engaged for less than this is a bounce, milliseconds.
pub const BOUNCE_MS: i64 = 10_000;
/// Random bits at the end of a visit's id.
const RANDOM_BITS: u32 = 22;

/// A visit as the recorder remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenVisit {
    pub(crate) id: i64,
    pub(crate) started_at: Timestamp,
    pub(crate) last_at: Timestamp,
}

impl OpenVisit {
    /// A visit that begins with this hit.
    pub(crate) fn begun_by(hit_id: i64, at: Timestamp) -> Self {
        let random = hit_id & ((1 << RANDOM_BITS) - 1);
        Self { id: started_from(at) | random, started_at: at, last_at: at }
    }

    /// Whether an event at this time belongs to it.
    pub(crate) fn has(&self, at: Timestamp) -> bool {
        at - self.last_at <= PAUSE_MS && self.started_at - at <= PAUSE_MS
    }

    /// The visit with another event.
    pub(crate) fn until(self, at: Timestamp) -> Self {
        Self { last_at: self.last_at.max(at), ..self }
    }
}

/// The smallest id of a visit that began at this time or later. The ids of visits are in the order of their beginnings.
pub const fn started_from(at: Timestamp) -> i64 {
    at.ms() << RANDOM_BITS
}

/// When the visit with this id began.
pub(crate) const fn began_at(id: i64) -> Timestamp {
    Timestamp::from_ms(id >> RANDOM_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_an_hour_without_events_ends_a_visit() {
        let at = |minute: i64| Timestamp::from_ms(1_764_000_000_000 + minute * 60_000);
        let visit = OpenVisit::begun_by(i64::MAX, at(0)).until(at(29));
        assert!(visit.has(at(59)));
        assert!(!visit.has(at(59) + 1));
        assert!(visit.has(at(-30)), "reports may arrive in another order");
        assert!(!visit.has(at(-31)));
        assert!(started_from(at(0)) <= visit.id && visit.id < started_from(at(0) + 1));
    }
}
