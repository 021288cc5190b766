//! Domain events across crates. They are written to the outbox in the transaction that caused them and processed
//! afterwards, at least once.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::{CollectionId, FulfillmentId, OrderId, PaymentId, RefundId, SiteUserId, SubmissionId, VariantId};
use crate::load_tests::is_nobodys_address;
use crate::payment::{DisputeStatus, RefundCause};

/// Name of the mailing list of shoppers who agree to the newsletter in the store.
pub const NEWS_LIST: &str = "News";

/// A domain event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "topic", rename_all = "kebab-case")]
pub enum Event {
    /// An order was paid, or needed no payment.
    OrderPlaced {
        /// The order.
        order_id: OrderId,
    },
    /// The gift cards of a paid order have been issued.
    GiftCardsIssued {
        /// The order.
        order_id: OrderId,
    },
    /// An order was placed that is paid by bank transfer or on delivery.
    OrderAwaitsTransfer {
        /// The order.
        order_id: OrderId,
    },
    /// A payment that was no longer wanted is refunded.
    PaymentSentBack {
        /// The order it was for.
        order_id: OrderId,
        /// The payment.
        payment_id: PaymentId,
        /// The reason; a sentence in events from before reasons had codes.
        reason: RefundCause,
    },
    /// A dispute of a payment began, or its status changed.
    PaymentDisputed {
        /// The order of the payment.
        order_id: OrderId,
        /// The payment.
        payment_id: PaymentId,
        /// The provider's id of the dispute.
        dispute: String,
        /// Its new status.
        status: DisputeStatus,
        /// When the provider told it.
        told_on: Timestamp,
    },
    /// An order was fulfilled, completely or in part.
    OrderFulfilled {
        /// The order.
        order_id: OrderId,
        /// The shipment; none in events from before partial fulfilment existed.
        #[serde(default)]
        fulfillment_id: Option<FulfillmentId>,
        /// Whether the customer is notified by e-mail.
        notify: bool,
    },
    /// An order was refunded.
    OrderRefunded {
        /// The order.
        order_id: OrderId,
        /// The refund.
        refund_id: RefundId,
        /// Whether the customer is notified by e-mail.
        notify: bool,
    },
    /// An order was cancelled.
    OrderCanceled {
        /// The order.
        order_id: OrderId,
        /// Whether the customer is notified by e-mail.
        notify: bool,
    },
    /// A variant is back in stock; those who signed up for it are to be notified.
    RestockAnnounced {
        /// The variant.
        variant_id: VariantId,
    },
    /// A visitor submitted a form.
    FormSubmitted {
        /// The form submission.
        submission_id: SubmissionId,
        /// Addresses notified by e-mail; empty for the address of the site.
        #[serde(default)]
        recipients: Vec<String>,
    },
    /// A form submission is to be sent to a webhook.
    FormWebhookWanted {
        /// The form submission.
        submission_id: SubmissionId,
        /// URL of the webhook.
        url: String,
    },
    /// A scheduled draft could not be published.
    PublicationFailed {
        /// The page or item.
        page_id: CollectionId,
    },
    /// There are new visitor comments since the owner was last notified.
    CommentsArrived,
    /// Someone subscribed to a mailing list.
    NewsWanted {
        /// Address, lower case.
        email: String,
        /// Name of the mailing list.
        list: String,
        /// Where the sign-up happened, such as `form:<id>`.
        source: String,
        /// Whether the address must first be confirmed by a link in an e-mail (double opt-in).
        confirm: bool,
        /// Whether someone who is subscribed without confirmation gets the welcome e-mail.
        #[serde(default = "yes")]
        welcome: bool,
        /// BCP 47 tag of the page's language; none when unknown, and in older events.
        #[serde(default)]
        language: Option<String>,
    },
    /// A site user must verify the e-mail address of the account.
    EmailVerificationWanted {
        /// The account.
        site_user_id: SiteUserId,
    },
    /// A site user asked to change the e-mail address of the account.
    EmailChangeWanted {
        /// The account.
        site_user_id: SiteUserId,
    },
    /// Someone tried to register with an address that already has an account.
    AccountExists {
        /// The existing account.
        site_user_id: SiteUserId,
    },
    /// The e-mail address of an account has changed.
    EmailChanged {
        /// The account.
        site_user_id: SiteUserId,
        /// Whether the previous address was verified.
        was_proven: bool,
        /// The new address, so that each of several changes is handled; none in older events, which mean the current
        /// address.
        #[serde(default)]
        email: Option<String>,
    },
    /// A password reset was requested.
    PasswordResetWanted {
        /// Whose account; none when the address has none, so that the request behaves the same either way.
        site_user_id: Option<SiteUserId>,
    },
}

fn yes() -> bool {
    true
}

impl Event {
    /// Whether it concerns people besides the person who caused it: the owner, subscribers, or another server.
    pub fn concerns_others(&self) -> bool {
        match self {
            Self::RestockAnnounced { .. }
            | Self::FormSubmitted { .. }
            | Self::FormWebhookWanted { .. }
            | Self::PublicationFailed { .. }
            | Self::CommentsArrived => true,
            Self::NewsWanted { email, .. } => !is_nobodys_address(email),
            Self::OrderPlaced { .. }
            | Self::GiftCardsIssued { .. }
            | Self::OrderAwaitsTransfer { .. }
            | Self::PaymentSentBack { .. }
            | Self::PaymentDisputed { .. }
            | Self::OrderFulfilled { .. }
            | Self::OrderRefunded { .. }
            | Self::OrderCanceled { .. }
            | Self::EmailVerificationWanted { .. }
            | Self::EmailChangeWanted { .. }
            | Self::AccountExists { .. }
            | Self::EmailChanged { .. }
            | Self::PasswordResetWanted { .. } => false,
        }
    }

    /// The name of the event in the outbox.
    pub fn topic(&self) -> &'static str {
        match self {
            Event::OrderPlaced { .. } => "order-placed",
            Event::GiftCardsIssued { .. } => "gift-cards-issued",
            Event::OrderAwaitsTransfer { .. } => "order-awaits-transfer",
            Event::PaymentSentBack { .. } => "payment-sent-back",
            Event::PaymentDisputed { .. } => "payment-disputed",
            Event::OrderFulfilled { .. } => "order-fulfilled",
            Event::OrderRefunded { .. } => "order-refunded",
            Event::OrderCanceled { .. } => "order-canceled",
            Event::RestockAnnounced { .. } => "restock-announced",
            Event::FormSubmitted { .. } => "form-submitted",
            Event::FormWebhookWanted { .. } => "form-webhook-wanted",
            Event::PublicationFailed { .. } => "publication-failed",
            Event::CommentsArrived => "comments-arrived",
            Event::NewsWanted { .. } => "news-wanted",
            Event::EmailVerificationWanted { .. } => "email-verification-wanted",
            Event::EmailChangeWanted { .. } => "email-change-wanted",
            Event::AccountExists { .. } => "account-exists",
            Event::EmailChanged { .. } => "email-changed",
            Event::PasswordResetWanted { .. } => "password-reset-wanted",
        }
    }
}
