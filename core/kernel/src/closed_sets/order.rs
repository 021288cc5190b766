//! Orders: their statuses with the questions about them and their transitions, and other closed sets.

use crate::money::Cents;

use crate::closed_set::closed_set;

closed_set! {
    /// Payment status of an order.
    OrderPaymentStatus {
        /// No payment attempt has succeeded yet.
        AwaitingPayment = "AWAITING_PAYMENT",
        /// A payment is authorized and not captured.
        Authorized = "AUTHORIZED",
        /// The total was captured.
        Paid = "PAID",
        /// The last payment attempt failed, or the order was not paid in time.
        Failed = "FAILED",
        /// A part of the captured money was refunded.
        PartiallyRefunded = "PARTIALLY_REFUNDED",
        /// All captured money was refunded.
        Refunded = "REFUNDED",
    }
}

impl OrderPaymentStatus {
    /// Whether the order was paid and not completely refunded.
    pub const fn is_paid(self) -> bool {
        matches!(self, Self::Paid | Self::PartiallyRefunded)
    }

    /// Whether money was captured, even if it was refunded afterwards.
    pub const fn is_captured(self) -> bool {
        matches!(self, Self::Paid | Self::PartiallyRefunded | Self::Refunded)
    }

    /// Whether no payment has succeeded: money was neither captured nor authorized.
    pub const fn is_unpaid(self) -> bool {
        matches!(self, Self::AwaitingPayment | Self::Failed)
    }

    /// Whether a payment attempt can change this status to another one. Refunds change it too:
    /// [`Self::after_refunds`].
    pub const fn may_become(self, next: Self) -> bool {
        match next {
            Self::AwaitingPayment => matches!(self, Self::Failed),
            Self::Authorized => self.is_unpaid(),
            Self::Paid => !self.is_captured(),
            Self::Failed => matches!(self, Self::AwaitingPayment | Self::Authorized),
            Self::PartiallyRefunded | Self::Refunded => false,
        }
    }

    /// The statuses that a payment attempt can change to `next`.
    pub fn that_may_become(next: Self) -> impl Iterator<Item = Self> {
        Self::values_where(move |status| status.may_become(next))
    }

    /// Status of a captured order with this total when this amount of its payments was not refunded.
    pub const fn after_refunds(kept_cents: Cents, total_cents: Cents) -> Self {
        if kept_cents.0 >= total_cents.0 {
            Self::Paid
        } else if kept_cents.0 > 0 {
            Self::PartiallyRefunded
        } else {
            Self::Refunded
        }
    }
}

closed_set! {
    /// Fulfilment status of an order.
    FulfillmentStatus {
        /// Something of it has still to be fulfilled.
        Pending = "PENDING",
        /// Everything was fulfilled or refunded.
        Fulfilled = "FULFILLED",
        /// The order was canceled before anything was fulfilled.
        Canceled = "CANCELED",
    }
}

closed_set! {
    /// Type of an order.
    OrderType {
        /// Purchase.
        Purchase = "purchase",
        /// Donation.
        Donation = "donation",
    }
}

closed_set! {
    /// How customers receive an order.
    FulfillmentMethod {
        /// It is shipped.
        Delivery = "delivery",
        /// It is picked up.
        Pickup = "pickup",
        /// Nothing has to be handed over.
        None = "none",
    }
}

closed_set! {
    /// Kinds of entries in the history of an order.
    OrderEventKind {
        /// It was placed, or payment was tried again.
        Placed = "placed",
        /// Payment.
        Payment = "payment",
        /// Refund.
        Refunded = "refunded",
        /// Fulfilment.
        Fulfilled = "fulfilled",
        /// Cancellation.
        Canceled = "canceled",
        /// An e-mail was queued.
        Mail = "mail",
        /// It was edited.
        Edited = "edited",
        /// A note was added.
        Note = "note",
    }
}

closed_set! {
    /// E-mails about an order that can be sent to the customer again.
    OrderEmailKind {
        /// It was placed.
        Confirmed = "order-confirmed",
        /// Codes of its gift cards.
        GiftCards = "gift-cards",
        /// The latest parcel was sent.
        Fulfilled = "order-fulfilled",
        /// The latest refund.
        Refunded = "order-refunded",
        /// It was canceled.
        Canceled = "order-canceled",
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::ActiveEnum as _;

    use super::*;

    #[test]
    fn column_and_json_use_the_same_names() {
        for status in OrderPaymentStatus::ALL {
            assert_eq!(status.to_value(), status.as_str());
            assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
            assert_eq!(OrderPaymentStatus::try_from_value(&status.to_string()).unwrap(), *status);
        }
        for status in FulfillmentStatus::ALL {
            assert_eq!(status.to_value(), status.as_str());
            assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
        }
        assert!(FulfillmentStatus::try_from_value(&"SHIPPED".to_owned()).is_err());
    }

    #[test]
    fn payment_transitions() {
        use OrderPaymentStatus::{Authorized, AwaitingPayment, Failed, Paid, PartiallyRefunded, Refunded};
        for (next, from) in [
            (AwaitingPayment, vec![Failed]),
            (Authorized, vec![AwaitingPayment, Failed]),
            (Paid, vec![AwaitingPayment, Authorized, Failed]),
            (Failed, vec![AwaitingPayment, Authorized]),
            (PartiallyRefunded, Vec::new()),
            (Refunded, Vec::new()),
        ] {
            assert_eq!(OrderPaymentStatus::that_may_become(next).collect::<Vec<_>>(), from, "{next}");
        }
    }

    #[test]
    fn status_after_refunds() {
        for (kept, status) in [(1_100, "PAID"), (1_000, "PAID"), (999, "PARTIALLY_REFUNDED"), (0, "REFUNDED")] {
            assert_eq!(OrderPaymentStatus::after_refunds(Cents(kept), Cents(1_000)).as_str(), status, "{kept}");
        }
        assert_eq!(OrderPaymentStatus::after_refunds(Cents::ZERO, Cents::ZERO), OrderPaymentStatus::Paid);
    }
}
