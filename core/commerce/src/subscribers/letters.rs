//! Letters to those who want news.

use stoa_entity::TenantTx;
use stoa_entity::tenant::subscriber;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_kernel::id::MailId;

use super::opt_in::ask;
use super::{Joining, join_list, list_of};
use crate::mail::Letterhead;
use crate::{CommerceError, mail};

/// Writes the letter with which an address is confirmed, or puts it onto its list at once and writes the letter that says
/// so. An address that is on the list gets nothing.
///
/// # Errors
/// When the database refuses; the event is then to be tried again.
pub async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event, base_url: &str) -> Result<(), CommerceError> {
    let Event::NewsWanted { email, list, source, confirm, language } = event else { return Ok(()) };
    let joining = Joining { email: email.clone(), source: source.clone(), language: language.clone() };
    let head = Letterhead::load(tx, base_url).await?.in_language(language.as_deref());
    if *confirm {
        if let Some(token) = ask(ctx, tx, list, joining).await? {
            mail::queue(ctx, tx, mail::news_confirmation(&head, email, &token), MailId::generate().as_str()).await?;
        }
        return Ok(());
    }
    let list = list_of(ctx, tx, list).await?.id;
    if let Some(joined) = join_list(ctx, tx, &list, joining).await? {
        welcome(ctx, tx, &joined, &head).await?;
    }
    Ok(())
}

/// Writes the letter that says that somebody is on the list now.
pub(super) async fn welcome(
    ctx: &TenantCtx,
    tx: &TenantTx,
    joined: &subscriber::Model,
    head: &Letterhead,
) -> Result<(), CommerceError> {
    let key = joined.leave_key.as_deref().unwrap_or_default();
    mail::queue(ctx, tx, mail::news_welcome(head, &joined.email, key), joined.id.as_str()).await?;
    Ok(())
}
