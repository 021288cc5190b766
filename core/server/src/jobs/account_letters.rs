//! Letters to site users about their account. Each carries a link that works once; the token stands behind
//! the `#`, which browsers send to nobody.

use stoa_audience::members::{self, AccountLetter, LetterPurpose};
use stoa_commerce::customers;
use stoa_commerce::mail;
use stoa_commerce::orders::{Letter, Notice, SiteFace, notice};
use stoa_commerce::settings::StoreSettings;
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
    let Some(wanted) = members::letter_for(ctx, tx, event).await? else { return Ok(()) };
    let settings = StoreSettings::load(tx).await?;
    let letter = letter(&wanted, &SiteFace { settings: &settings, base_url });
    mail::queue(ctx, tx, letter, MailId::generate().as_str()).await?;
    Ok(())
}

fn letter(wanted: &AccountLetter, site: &SiteFace<'_>) -> Letter {
    let AccountLetter { member, purpose, token } = wanted;
    let title = &site.settings.site_title;
    let (kind, subject, paragraphs, link) = match purpose {
        LetterPurpose::EmailVerification => (
            mail::EMAIL_VERIFICATION,
            "Confirm your email address",
            [
                format!("You have made an account at {title}. Open this link to confirm that the address is yours."),
                "The link works once, for seven days. If this was not you, leave it.".to_owned(),
            ],
            ("Confirm the address", format!("{}/account/verify#token={token}", site.base_url)),
        ),
        LetterPurpose::PasswordReset => (
            mail::PASSWORD_RESET,
            "Choose a new password",
            [
                format!("Somebody wants to choose a new password for your account at {title}."),
                "The link works once, for an hour. If this was not you, leave it: your password stays.".to_owned(),
            ],
            ("Choose a new password", format!("{}/account/reset#token={token}", site.base_url)),
        ),
    };
    let link = (link.0, link.1.as_str());
    notice(&Notice { kind, to: &member.email, subject, paragraphs: &paragraphs, link }, site)
}
