use crate::ports::PaymentStatus;

/// Where an attempt to pay stands with us.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttemptStatus {
    /// Written down; the provider has not answered yet.
    Started,
    /// The provider answered.
    Answered(PaymentStatus),
}

/// All, with the names under which they are stored and their place in the order. An attempt only
/// ever moves to a higher place: a late or repeated message cannot undo what is known.
const TABLE: [(AttemptStatus, &str, u8); 11] = [
    (AttemptStatus::Started, "started", 0),
    (AttemptStatus::Answered(PaymentStatus::Unknown), "unknown", 1),
    (AttemptStatus::Answered(PaymentStatus::RequiresAction), "requires-action", 2),
    (AttemptStatus::Answered(PaymentStatus::Pending), "pending", 3),
    (AttemptStatus::Answered(PaymentStatus::Authorised), "authorised", 4),
    (AttemptStatus::Answered(PaymentStatus::Expired), "expired", 5),
    (AttemptStatus::Answered(PaymentStatus::Declined), "declined", 5),
    (AttemptStatus::Answered(PaymentStatus::Voided), "voided", 5),
    (AttemptStatus::Answered(PaymentStatus::Captured), "captured", 6),
    (AttemptStatus::Answered(PaymentStatus::PartiallyRefunded), "partially-refunded", 7),
    (AttemptStatus::Answered(PaymentStatus::Refunded), "refunded", 8),
];

impl AttemptStatus {
    /// The name under which it is stored.
    pub fn name(self) -> &'static str {
        TABLE.iter().find(|(status, ..)| *status == self).map_or("unknown", |(_, name, _)| name)
    }

    /// The status of a name; one that is not known counts as unknown.
    pub fn from_name(name: &str) -> Self {
        TABLE
            .iter()
            .find(|(_, own, _)| *own == name)
            .map_or(AttemptStatus::Answered(PaymentStatus::Unknown), |(status, ..)| *status)
    }

    fn place(self) -> u8 {
        TABLE.iter().find(|(status, ..)| *status == self).map_or(1, |(.., place)| *place)
    }

    /// Whether an attempt may go from here to there.
    pub fn may_become(self, next: AttemptStatus) -> bool {
        next.place() > self.place()
    }

    /// Whether money may still be on its way.
    pub fn is_open(self) -> bool {
        self.place() < 5
    }

    /// Whether it came to nothing.
    pub fn is_over(self) -> bool {
        self.place() == 5
    }

    /// Whether money was taken.
    pub fn is_taken(self) -> bool {
        self.place() >= 6
    }

    /// The names of those that are open.
    pub(crate) fn open_names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().filter(|(status, ..)| status.is_open()).map(|(_, name, _)| *name)
    }
}

/// How long after the n-th time of asking in vain a provider is asked again, milliseconds; none
/// when it is given up and left to people.
pub(crate) fn next_check_after(checks: i32) -> Option<i64> {
    const SECOND: i64 = 1_000;
    const MINUTE: i64 = 60 * SECOND;
    const HOUR: i64 = 60 * MINUTE;
    const WAITS: [i64; 8] = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];
    usize::try_from(checks).ok().and_then(|index| WAITS.get(index)).copied()
}
