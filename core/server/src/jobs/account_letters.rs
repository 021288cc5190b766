//! Letters to site users about their account. Links in them work once.

use stoa_audience::members::{self, AccountLetter, LetterPurpose};
use stoa_commerce::customers::{self, Moved};
use stoa_commerce::mail::{self, Letterhead};
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_kernel::id::MailId;

/// Writes the letters that an event asks for.
pub(super) async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event, base_url: &str) -> anyhow::Result<()> {
    if let Event::EmailVerificationWanted { site_user_id } = event {
        customers::note_account(ctx, tx, site_user_id).await?;
    }
    if let Event::EmailChanged { site_user_id, was_proven, email } = event {
        let moved = Moved { id: site_user_id, was_proven: *was_proven, email: email.as_deref() };
        customers::follow_account(ctx, tx, &moved).await?;
    }
    for wanted in members::letters_for(tx, event).await? {
        if !is_to_pause(ctx, tx, &wanted).await? {
            write(ctx, tx, &wanted, base_url).await?;
        }
    }
    Ok(())
}

/// Whether the address has got enough of such letters for now; who asked for one was answered all the same.
async fn is_to_pause(ctx: &TenantCtx, tx: &TenantTx, wanted: &AccountLetter) -> anyhow::Result<bool> {
    let since = match wanted.purpose {
        // Each change has its warning.
        LetterPurpose::EmailChangeNotice => return Ok(false),
        // The address is not the account's yet: others may have asked for it.
        LetterPurpose::EmailChange => 0,
        _ => wanted.member.created_on,
    };
    Ok(mail::is_to_pause(ctx, tx, (wanted.purpose.name(), &wanted.to), since).await?)
}

async fn write(ctx: &TenantCtx, tx: &TenantTx, wanted: &AccountLetter, base_url: &str) -> anyhow::Result<()> {
    let token = members::token_for(ctx, tx, wanted).await?;
    let AccountLetter { member, to, purpose } = wanted;
    let head = Letterhead::load(tx, base_url).await?.in_language(member.language.as_deref());
    let letter = match purpose {
        LetterPurpose::EmailVerification => mail::email_verification(&head, to, &token),
        LetterPurpose::EmailChange => mail::email_change(&head, to, &token),
        LetterPurpose::EmailChangeNotice => mail::email_change_notice(&head, to, &token),
        LetterPurpose::PasswordReset => mail::password_reset(&head, to, &token),
        LetterPurpose::AccountExists => mail::account_exists(&head, to),
    };
    mail::queue(ctx, tx, letter, MailId::generate().as_str()).await?;
    Ok(())
}
