use crate::ports::PaymentStatus;

/// Our status of a payment attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttemptStatus {
    /// Recorded; the provider has not responded yet.
    Started,
    /// The provider has responded.
    Answered(PaymentStatus),
}

/// All statuses with their stored names and ranks. The rank of an attempt only increases, so that a late or repeated
/// message cannot undo a known result.
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
    /// Name in the database.
    pub fn name(self) -> &'static str {
        TABLE.iter().find(|(status, ..)| *status == self).map_or("unknown", |(_, name, _)| name)
    }

    /// The status with this name; an unknown name counts as unknown status.
    pub fn from_name(name: &str) -> Self {
        TABLE
            .iter()
            .find(|(_, own, _)| *own == name)
            .map_or(AttemptStatus::Answered(PaymentStatus::Unknown), |(status, ..)| *status)
    }

    fn place(self) -> u8 {
        TABLE.iter().find(|(status, ..)| *status == self).map_or(1, |(.., place)| *place)
    }

    /// Whether a change to `next` is allowed.
    pub fn may_become(self, next: AttemptStatus) -> bool {
        next.place() > self.place()
    }

    /// Whether the attempt is still in progress.
    pub fn is_open(self) -> bool {
        self.place() < 5
    }

    /// Whether the attempt ended without payment.
    pub fn is_over(self) -> bool {
        self.place() == 5
    }

    /// Whether money was captured.
    pub fn is_taken(self) -> bool {
        self.place() >= 6
    }

    /// Names of the open statuses.
    pub(crate) fn open_names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().filter(|(status, ..)| status.is_open()).map(|(_, name, _)| *name)
    }
}

/// Delay after the n-th unsuccessful status check, milliseconds; `None` when checks end and the attempt needs manual
/// review.
pub(crate) fn next_check_after(checks: i32) -> Option<i64> {
    const SECOND: i64 = 1_000;
    const MINUTE: i64 = 60 * SECOND;
    const HOUR: i64 = 60 * MINUTE;
    const WAITS: [i64; 8] = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];
    usize::try_from(checks).ok().and_then(|index| WAITS.get(index)).copied()
}
