//! Facts that cross domains. They are written to the outbox in the transaction that made them true
//! and handled afterwards, at least once.

use serde::{Deserialize, Serialize};

use crate::id::{CollectionId, FulfillmentId, OrderId, PaymentId, RefundId, SiteUserId, SubmissionId, VariantId};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "topic", rename_all = "kebab-case")]
pub enum Event {
    /// An order was paid, or needed no payment.
    OrderPlaced {
        /// The order.
        order_id: OrderId,
    },
    /// Gift cards of a paid order have their codes.
    GiftCardsIssued {
        /// The order.
        order_id: OrderId,
    },
    /// An order stands and is paid by transfer or on delivery.
    OrderAwaitsTransfer {
        /// The order.
        order_id: OrderId,
    },
    /// A payment that was not wanted any more is given back.
    PaymentSentBack {
        /// The order it was for.
        order_id: OrderId,
        /// The payment.
        payment_id: PaymentId,
        /// Why, a sentence for the owner.
        reason: String,
    },
    /// An order left the house.
    OrderFulfilled {
        /// The order.
        order_id: OrderId,
        /// The parcel; none in events from before orders left in parts.
        #[serde(default)]
        fulfillment_id: Option<FulfillmentId>,
        /// Whether the customer is told by mail.
        notify: bool,
    },
    /// Money of an order was given back.
    OrderRefunded {
        /// The order.
        order_id: OrderId,
        /// The refund.
        refund_id: RefundId,
        /// Whether the customer is told by mail.
        notify: bool,
    },
    /// An order was called off.
    OrderCanceled {
        /// The order.
        order_id: OrderId,
        /// Whether the customer is told by mail.
        notify: bool,
    },
    /// Those who wait for a variant are to be told that it is back.
    RestockAnnounced {
        /// The variant.
        variant_id: VariantId,
    },
    /// A visitor answered a form.
    FormSubmitted {
        /// The answer.
        submission_id: SubmissionId,
        /// Who is told by mail; empty for the address of the site.
        #[serde(default)]
        recipients: Vec<String>,
    },
    /// An answer to a form is to be sent to another program.
    FormWebhookWanted {
        /// The answer.
        submission_id: SubmissionId,
        /// The address that takes it.
        url: String,
    },
    /// The time of a draft had come, and it could not be published.
    PublicationFailed {
        /// The page or item.
        page_id: CollectionId,
    },
    /// Visitors have commented on something since the owner was last told.
    CommentsArrived,
    /// Somebody wants news.
    NewsWanted {
        /// Address, lower case.
        email: String,
        /// Name of the mailing list.
        list: String,
        /// Where it was asked for, such as `form:<id>`.
        source: String,
        /// Whether the address is to be confirmed by a link in a letter first.
        confirm: bool,
        /// BCP 47 tag of the language that was read; none when nobody said, and in events of earlier times.
        #[serde(default)]
        language: Option<String>,
    },
    /// A site user is to prove the address of the account.
    EmailVerificationWanted {
        /// Whose account.
        site_user_id: SiteUserId,
    },
    /// A site user wants the account to have another address.
    EmailChangeWanted {
        /// Whose account.
        site_user_id: SiteUserId,
    },
    /// Somebody wanted to make an account with an address that has one.
    AccountExists {
        /// The account that is there.
        site_user_id: SiteUserId,
    },
    /// An account has another address now.
    EmailChanged {
        /// Whose account.
        site_user_id: SiteUserId,
        /// Whether the address before was proven.
        was_proven: bool,
        /// The address it has since then, so that each of several changes is followed; none in events of earlier
        /// times, which are about the present one.
        #[serde(default)]
        email: Option<String>,
    },
    /// Somebody has forgotten the password of an account.
    PasswordResetWanted {
        /// Whose account; none when the address has none, so that asking does the same either way.
        site_user_id: Option<SiteUserId>,
    },
}

impl Event {
    /// The name under which it lies in the outbox.
    pub fn topic(&self) -> &'static str {
        match self {
            Event::OrderPlaced { .. } => "order-placed",
            Event::GiftCardsIssued { .. } => "gift-cards-issued",
            Event::OrderAwaitsTransfer { .. } => "order-awaits-transfer",
            Event::PaymentSentBack { .. } => "payment-sent-back",
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
