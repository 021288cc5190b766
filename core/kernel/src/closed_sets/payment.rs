//! Payment attempts, refunds and messages of payment providers: their statuses, and when authorised money is captured.

use crate::closed_set::closed_set;

closed_set! {
    /// Status of a payment attempt.
    #[schema(as = PaymentAttemptStatus)]
    AttemptStatus {
        /// Recorded; the provider has not responded yet.
        Started = "started",
        /// The provider has given no clear answer.
        Unknown = "unknown",
        /// The buyer must take an action.
        RequiresAction = "requires-action",
        /// The provider has not decided yet, or a transfer or payment on delivery is awaited.
        Pending = "pending",
        /// The money is authorised, not captured.
        Authorised = "authorised",
        /// The buyer did not finish in time.
        Expired = "expired",
        /// The provider declined the payment.
        Declined = "declined",
        /// The authorisation was voided.
        Voided = "voided",
        /// The money was captured.
        Captured = "captured",
        /// A part was refunded.
        PartiallyRefunded = "partially-refunded",
        /// The full amount was refunded.
        Refunded = "refunded",
    }
}

impl AttemptStatus {
    /// The rank of an attempt only increases, so that a late or repeated message cannot undo a known result.
    const fn rank(self) -> u8 {
        match self {
            Self::Started => 0,
            Self::Unknown => 1,
            Self::RequiresAction => 2,
            Self::Pending => 3,
            Self::Authorised => 4,
            Self::Expired | Self::Declined | Self::Voided => 5,
            Self::Captured => 6,
            Self::PartiallyRefunded => 7,
            Self::Refunded => 8,
        }
    }

    /// Whether a change to `next` is allowed.
    pub const fn may_become(self, next: Self) -> bool {
        next.rank() > self.rank()
    }

    /// Whether the attempt is still in progress.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Started | Self::Unknown | Self::RequiresAction | Self::Pending | Self::Authorised)
    }

    /// Whether the attempt ended without payment.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Expired | Self::Declined | Self::Voided)
    }

    /// Whether money was captured.
    pub const fn is_taken(self) -> bool {
        matches!(self, Self::Captured | Self::PartiallyRefunded | Self::Refunded)
    }
}

closed_set! {
    /// When authorised money is captured.
    #[derive(Default)]
    #[schema(as = PaymentCaptureMode)]
    CaptureMode {
        /// Immediately after authorisation.
        #[default]
        AtOnce = "at-once",
        /// Before the first parcel is sent.
        OnFulfillment = "on-fulfillment",
        /// When a contributor captures it.
        ByHand = "by-hand",
        /// Never: the authorisation is voided because the order is no longer wanted. Not available as a store setting.
        Never = "never",
    }
}

closed_set! {
    /// Status of a refund.
    RefundStatus {
        /// Recorded; the provider has not responded yet.
        Started = "started",
        /// Accepted by the provider; the money is on its way.
        Pending = "pending",
        /// Outcome not known: the provider is queried again.
        Unknown = "unknown",
        /// The money was refunded.
        Succeeded = "succeeded",
        /// The provider refused.
        Failed = "failed",
    }
}

impl RefundStatus {
    /// Whether the provider's final response is still pending.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Started | Self::Pending | Self::Unknown)
    }
}

closed_set! {
    /// Status of a dispute: a buyer asked their bank to take money back.
    #[schema(as = PaymentDisputeStatus)]
    DisputeStatus {
        /// The shop has to answer at the provider.
        NeedsResponse = "needs-response",
        /// The bank decides.
        UnderReview = "under-review",
        /// The shop keeps the money.
        Won = "won",
        /// The buyer got the money back.
        Lost = "lost",
        /// It ended without a decision.
        Closed = "closed",
    }
}

impl DisputeStatus {
    /// Whether it is not decided yet.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::NeedsResponse | Self::UnderReview)
    }

    /// Whether a message about the dispute counts. Providers repeat messages and do not send them in order: what has
    /// ended is not opened again, and a decision is replaced by another decision only. `is_later` tells whether the
    /// message arrived after the one that told the present status; `has_later_limit` whether it gives the shop more
    /// time than it was known to have: only then the bank asks again for what it already reviews.
    pub const fn is_replaced_by(self, told: Self, is_later: bool, has_later_limit: bool) -> bool {
        let asks_again = matches!(self, Self::UnderReview) && matches!(told, Self::NeedsResponse);
        match (self.is_open(), told.is_open()) {
            (true, false) => true,
            (false, true) => false,
            (true, true) => is_later && (has_later_limit || !asks_again),
            (false, false) => is_later && (matches!(self, Self::Closed) || !matches!(told, Self::Closed)),
        }
    }

    /// What contributors should see of an order with several disputes: the highest.
    pub const fn urgency(self) -> i64 {
        match self {
            Self::NeedsResponse => 4,
            Self::UnderReview => 3,
            Self::Lost => 2,
            Self::Won => 1,
            Self::Closed => 0,
        }
    }

    /// The status of an urgency.
    pub fn of_urgency(urgency: i64) -> Option<Self> {
        Self::ALL.iter().copied().find(|status| status.urgency() == urgency)
    }
}

closed_set! {
    /// Disputes of orders in a list.
    DisputeFilter {
        /// Any dispute.
        Any = "any",
        /// One that is not decided yet.
        Open = "open",
        /// One that the shop has to answer.
        NeedsResponse = "needs-response",
        /// One that was lost.
        Lost = "lost",
    }
}

impl DisputeFilter {
    /// Whether a dispute with this status is among them.
    pub const fn includes(self, status: DisputeStatus) -> bool {
        match self {
            Self::Any => true,
            Self::Open => status.is_open(),
            Self::NeedsResponse => matches!(status, DisputeStatus::NeedsResponse),
            Self::Lost => matches!(status, DisputeStatus::Lost),
        }
    }
}

closed_set! {
    /// Why money was refunded without a contributor's words.
    RefundReason {
        /// The order was canceled.
        OrderCanceled = "order-canceled",
        /// It was refunded at the payment provider.
        AtProvider = "at-provider",
        /// It was paid after the order had been canceled.
        PaidAfterCancellation = "paid-after-cancellation",
        /// The order had already been paid.
        PaidBefore = "paid-before",
        /// It was paid late, and the items were sold out.
        SoldOut = "sold-out",
        /// The order was changed meanwhile, and the payment does not cover it.
        OrderChanged = "order-changed",
        /// More was captured than the order costs.
        Overpaid = "overpaid",
    }
}

/// The reason of a refund.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum RefundCause {
    /// A known one.
    Known(RefundReason),
    /// In the words of a contributor; may be empty.
    Words(String),
}

impl Default for RefundCause {
    fn default() -> Self {
        Self::Words(String::new())
    }
}

closed_set! {
    /// Form of a payment method in the checkout.
    PaymentForm {
        /// None: the provider has a page of its own, or needs no data.
        None = "none",
        /// Card data.
        Card = "card",
    }
}

closed_set! {
    /// Status of a message of a payment provider.
    PaymentMessageStatus {
        /// Not applied yet.
        Received = "received",
        /// Applied to a payment attempt.
        Applied = "applied",
        /// It matches no payment attempt so far.
        Unmatched = "unmatched",
        /// It could not be applied and is not tried again.
        GivenUp = "given-up",
    }
}

impl PaymentMessageStatus {
    /// Whether contributors should look at it.
    pub const fn needs_attention(self) -> bool {
        matches!(self, Self::Unmatched | Self::GivenUp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UPWARDS: [AttemptStatus; 8] = [
        AttemptStatus::Started,
        AttemptStatus::Unknown,
        AttemptStatus::RequiresAction,
        AttemptStatus::Pending,
        AttemptStatus::Authorised,
        AttemptStatus::Captured,
        AttemptStatus::PartiallyRefunded,
        AttemptStatus::Refunded,
    ];

    #[test]
    fn attempt_rank_only_increases() {
        for (place, lower) in UPWARDS.into_iter().enumerate() {
            for (other, higher) in UPWARDS.into_iter().enumerate() {
                assert_eq!(lower.may_become(higher), other > place, "{lower} to {higher}");
            }
        }
    }

    #[test]
    fn capture_overrides_decline_but_not_the_reverse() {
        for refused in AttemptStatus::values_where(AttemptStatus::is_over) {
            assert!(refused.may_become(AttemptStatus::Captured));
            assert!(!AttemptStatus::Captured.may_become(refused));
            assert!(AttemptStatus::Authorised.may_become(refused));
            assert!(!refused.may_become(AttemptStatus::Pending));
        }
    }

    #[test]
    fn attempts_are_open_over_or_taken() {
        for status in AttemptStatus::ALL {
            let answers = [status.is_open(), status.is_over(), status.is_taken()];
            assert_eq!(answers.into_iter().filter(|answer| *answer).count(), 1, "{status}");
        }
    }

    #[test]
    fn ended_dispute_stays_ended() {
        use DisputeStatus::{Closed, Lost, NeedsResponse, UnderReview, Won};

        for ended in [Won, Lost, Closed] {
            for open in [NeedsResponse, UnderReview] {
                assert!(!ended.is_replaced_by(open, true, true), "{ended} to {open}");
                assert!(open.is_replaced_by(ended, false, false), "{open} to {ended}");
            }
        }
        assert!(NeedsResponse.is_replaced_by(UnderReview, true, false), "the shop has answered");
        assert!(UnderReview.is_replaced_by(NeedsResponse, true, true), "the bank asks again");
        assert!(!UnderReview.is_replaced_by(NeedsResponse, true, false), "the first message, sent again");
        assert!(!UnderReview.is_replaced_by(NeedsResponse, false, true), "an older message");
        assert!(Lost.is_replaced_by(Won, true, false), "decided otherwise on appeal");
        assert!(Closed.is_replaced_by(Lost, true, false) && !Lost.is_replaced_by(Closed, true, false));
    }

    #[test]
    fn only_final_status_ends_a_refund() {
        let ended: Vec<RefundStatus> = RefundStatus::values_where(|status| !status.is_open()).collect();
        assert_eq!(ended, [RefundStatus::Succeeded, RefundStatus::Failed]);
    }
}
