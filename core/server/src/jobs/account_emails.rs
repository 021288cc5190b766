//! Account e-mails to site users. Links in them work once.

use stoa_audience::members::{self, AccountEmail};
use stoa_email::EmailContext;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::account::AccountEmailKind;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::event::Event;
use stoa_kernel::id::MailId;

/// Writes the e-mails requested by an event.
pub(super) async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event, base_url: &str) -> anyhow::Result<()> {
    for wanted in members::emails_for(tx, event).await? {
        if !is_rate_limited(ctx, tx, &wanted).await? {
            write(ctx, tx, &wanted, base_url).await?;
        }
    }
    Ok(())
}

/// Whether the rate limit of such e-mails to the address is reached; the response to the request is the same in either
/// case.
async fn is_rate_limited(ctx: &TenantCtx, tx: &TenantTx, wanted: &AccountEmail) -> anyhow::Result<bool> {
    let since = match wanted.purpose {
        // Each change is announced.
        AccountEmailKind::EmailChangeNotice => return Ok(false),
        // The address does not belong to the account yet: others may have requested it too.
        AccountEmailKind::EmailChange => Timestamp::default(),
        _ => wanted.member.created_on,
    };
    Ok(stoa_email::is_rate_limited(ctx, tx, wanted.purpose.as_str(), &wanted.to, since).await?)
}

async fn write(ctx: &TenantCtx, tx: &TenantTx, wanted: &AccountEmail, base_url: &str) -> anyhow::Result<()> {
    let token = members::token_for(ctx, tx, wanted).await?;
    let AccountEmail { member, to, purpose } = wanted;
    let head = EmailContext::load(tx, base_url).await?.in_language(member.language.as_deref());
    let message = match purpose {
        AccountEmailKind::EmailVerification => stoa_email::email_verification(&head, to, &token),
        AccountEmailKind::EmailChange => stoa_email::email_change(&head, to, &token),
        AccountEmailKind::EmailChangeNotice => stoa_email::email_change_notice(&head, to, &token),
        AccountEmailKind::PasswordReset => stoa_email::password_reset(&head, to, &token),
        AccountEmailKind::AccountExists => stoa_email::account_exists(&head, to),
    };
    stoa_email::queue(ctx, tx, message, MailId::generate().as_str()).await?;
    Ok(())
}
