//! E-mails about newsletter sign-ups.

use stoa_email::{EmailContext, news_confirmation, news_welcome, queue};
use stoa_entity::TenantTx;
use stoa_entity::tenant::subscriber;
use stoa_kernel::event::Event;
use stoa_kernel::id::MailId;
use stoa_kernel::{TenantCtx, boxed};

use super::opt_in::ask;
use super::{NewSubscriber, join_list, list_of};
use crate::AudienceError;

/// Queues the confirmation e-mail of a sign-up, or subscribes the address immediately and queues the welcome e-mail. An
/// address that is already subscribed gets no e-mail.
///
/// # Errors
/// When the database fails; the event must be retried.
#[boxed]
pub async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event, base_url: &str) -> Result<(), AudienceError> {
    let Event::NewsWanted { email, list, source, confirm, welcome: is_welcomed, language } = event else {
        return Ok(());
    };
    let joining = NewSubscriber { email: email.clone(), source: source.clone(), language: language.clone() };
    let head = EmailContext::load(tx, base_url).await?.in_language(language.as_deref());
    if *confirm {
        if let Some(token) = ask(ctx, tx, list, joining).await? {
            queue(ctx, tx, news_confirmation(&head, email, &token), MailId::generate().as_str()).await?;
        }
        return Ok(());
    }
    let list = list_of(ctx, tx, list).await?.id;
    if let Some(joined) = join_list(ctx, tx, &list, joining).await?.filter(|_| *is_welcomed) {
        welcome(ctx, tx, &joined, &head).await?;
    }
    Ok(())
}

/// Queues the welcome e-mail of a new subscriber.
pub(super) async fn welcome(
    ctx: &TenantCtx,
    tx: &TenantTx,
    joined: &subscriber::Model,
    head: &EmailContext,
) -> Result<(), AudienceError> {
    let key = joined.leave_key.as_deref().unwrap_or_default();
    queue(ctx, tx, news_welcome(head, &joined.email, key), joined.id.as_str()).await?;
    Ok(())
}
