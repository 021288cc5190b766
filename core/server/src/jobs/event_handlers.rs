//! Handlers of outbox events. Each runs in a transaction of its own, so that one that fails keeps back no other.

use stoa_commerce::customers::{self, ChangedEmail};
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_kernel::id::OutboxId;

use super::{account_emails, comment_emails, form_submissions, publication_emails};

/// A handler of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventHandler {
    /// Queues e-mails about orders.
    OrderEmails,
    /// Queues e-mails to people who wait for a variant.
    RestockEmails,
    /// Adds subscribers to mailing lists.
    Subscribers,
    /// Queues e-mails about form submissions.
    FormEmails,
    /// Queues deliveries of form submissions to webhooks.
    FormWebhooks,
    /// Queues e-mails about comments.
    CommentEmails,
    /// Queues e-mails about drafts that could not be published.
    PublicationEmails,
    /// Keeps the customers of the store in line with the accounts of site users.
    Customers,
    /// Queues e-mails to site users about their accounts.
    AccountEmails,
}

/// An event with what its handlers need.
pub(super) struct HandledEvent<'a> {
    pub(super) ctx: &'a TenantCtx,
    /// Its id in the outbox.
    pub(super) id: &'a OutboxId,
    pub(super) event: &'a Event,
    /// The URL of the site, without a trailing slash.
    pub(super) base_url: &'a str,
}

/// The handlers of an event.
pub(super) fn handlers_of(event: &Event) -> &'static [EventHandler] {
    use EventHandler::{
        AccountEmails, CommentEmails, Customers, FormEmails, FormWebhooks, OrderEmails, PublicationEmails,
        RestockEmails, Subscribers,
    };
    match event {
        Event::OrderPlaced { .. }
        | Event::GiftCardsIssued { .. }
        | Event::OrderAwaitsTransfer { .. }
        | Event::PaymentSentBack { .. }
        | Event::PaymentDisputed { .. }
        | Event::OrderFulfilled { .. }
        | Event::OrderRefunded { .. }
        | Event::OrderCanceled { .. } => &[OrderEmails],
        Event::RestockAnnounced { .. } => &[RestockEmails],
        Event::FormSubmitted { .. } => &[FormEmails],
        Event::FormWebhookWanted { .. } => &[FormWebhooks],
        Event::PublicationFailed { .. } => &[PublicationEmails],
        Event::CommentsArrived => &[CommentEmails],
        Event::NewsWanted { .. } => &[Subscribers],
        Event::EmailVerificationWanted { .. } => &[Customers, AccountEmails],
        Event::EmailChanged { .. } => &[Customers],
        Event::EmailChangeWanted { .. } | Event::AccountExists { .. } | Event::PasswordResetWanted { .. } => {
            &[AccountEmails]
        }
    }
}

impl EventHandler {
    /// Its name in the outbox. Names do not change: events may be handled by several versions of the program.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::OrderEmails => "order-emails",
            Self::RestockEmails => "restock-emails",
            Self::Subscribers => "subscribers",
            Self::FormEmails => "form-emails",
            Self::FormWebhooks => "form-webhooks",
            Self::CommentEmails => "comment-emails",
            Self::PublicationEmails => "publication-emails",
            Self::Customers => "customers",
            Self::AccountEmails => "account-emails",
        }
    }

    /// Handles an event in a transaction.
    ///
    /// # Errors
    /// When it has to be repeated.
    pub(super) async fn handle(self, tx: &TenantTx, handled: &HandledEvent<'_>) -> anyhow::Result<()> {
        let HandledEvent { ctx, id, event, base_url } = *handled;
        match self {
            Self::OrderEmails => stoa_commerce::orders::handle_event(ctx, tx, event, base_url).await?,
            Self::RestockEmails => stoa_commerce::restock::handle_event(ctx, tx, event, base_url).await?,
            Self::Subscribers => stoa_audience::subscribers::handle_event(ctx, tx, event, base_url).await?,
            Self::FormEmails => form_submissions::handle_event(ctx, tx, event, base_url).await?,
            Self::FormWebhooks => stoa_audience::webhooks::handle_event(ctx, tx, event).await?,
            Self::CommentEmails => comment_emails::handle_event(ctx, tx, event, base_url, id.as_str()).await?,
            Self::PublicationEmails => publication_emails::handle_event(ctx, tx, event, base_url, id.as_str()).await?,
            Self::Customers => update_customer(ctx, tx, event).await?,
            Self::AccountEmails => account_emails::handle_event(ctx, tx, event, base_url).await?,
        }
        Ok(())
    }
}

async fn update_customer(ctx: &TenantCtx, tx: &TenantTx, event: &Event) -> anyhow::Result<()> {
    if let Event::EmailVerificationWanted { site_user_id } = event {
        customers::note_account(ctx, tx, site_user_id).await?;
    }
    if let Event::EmailChanged { site_user_id, was_proven, email } = event {
        let moved = ChangedEmail { id: site_user_id, was_proven: *was_proven, email: email.as_deref() };
        customers::move_customer_to_new_email(ctx, tx, &moved).await?;
    }
    Ok(())
}
