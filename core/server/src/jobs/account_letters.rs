//! Letters to site users about their account. Each carries a link that works once.

use stoa_audience::members::{self, LetterPurpose};
use stoa_commerce::customers::{self, Moved};
use stoa_commerce::mail::{self, Letterhead};
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_kernel::id::MailId;

/// Writes the letter that an event asks for. An event that comes twice writes another one, and the link of
/// the one before no longer works.
pub(super) async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event, base_url: &str) -> anyhow::Result<()> {
    if let Event::EmailVerificationWanted { site_user_id } = event {
        customers::note_account(ctx, tx, site_user_id).await?;
    }
    if let Event::EmailChanged { site_user_id, was_proven, email } = event {
        let moved = Moved { id: site_user_id, was_proven: *was_proven, email: email.as_deref() };
        customers::follow_account(ctx, tx, &moved).await?;
    }
    let Some(wanted) = members::letter_for(ctx, tx, event).await? else { return Ok(()) };
    let head = Letterhead::load(tx, base_url).await?.in_language(wanted.member.language.as_deref());
    let letters = match wanted.purpose {
        LetterPurpose::EmailVerification => vec![mail::email_verification(&head, &wanted.to, &wanted.token)],
        LetterPurpose::PasswordReset => vec![mail::password_reset(&head, &wanted.to, &wanted.token)],
        LetterPurpose::EmailChange => vec![
            mail::email_change(&head, &wanted.to, &wanted.token),
            mail::email_change_notice(&head, &wanted.member.email),
        ],
    };
    for letter in letters {
        mail::queue(ctx, tx, letter, MailId::generate().as_str()).await?;
    }
    Ok(())
}
