//! Letters to site users about their account. Each carries a link that works once; the token stands behind
//! the `#`, which browsers send to nobody.

use stoa_audience::members::{self, AccountLetter, LetterPurpose};
use stoa_commerce::customers::{self, Moved};
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
    if let Event::EmailChanged { site_user_id, was_proven, email } = event {
        let moved = Moved { id: site_user_id, was_proven: *was_proven, email: email.as_deref() };
        customers::follow_account(ctx, tx, &moved).await?;
    }
    let Some(wanted) = members::letter_for(ctx, tx, event).await? else { return Ok(()) };
    let settings = StoreSettings::load(tx).await?;
    let site = SiteFace { settings: &settings, base_url };
    mail::queue(ctx, tx, letter(&wanted, &site), MailId::generate().as_str()).await?;
    if wanted.purpose == LetterPurpose::EmailChange {
        mail::queue(ctx, tx, told_before(&wanted, &site), MailId::generate().as_str()).await?;
    }
    Ok(())
}

fn letter(wanted: &AccountLetter, site: &SiteFace<'_>) -> Letter {
    let AccountLetter { to, purpose, token, .. } = wanted;
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
        LetterPurpose::EmailChange => (
            mail::EMAIL_CHANGE,
            "Confirm your new email address",
            [
                format!("Your account at {title} is to have this address. Open this link to confirm that it is yours."),
                "The link works once, for a day. If this was not you, leave it.".to_owned(),
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
    notice(&Notice { kind, to, subject, paragraphs: &paragraphs, link }, site)
}

/// What the owner of the present address is told before an account gets another one.
fn told_before(wanted: &AccountLetter, site: &SiteFace<'_>) -> Letter {
    let title = &site.settings.site_title;
    let paragraphs = [
        format!("Somebody who knows your password wants your account at {title} to have another email address."),
        "It changes when the link in a letter to the new address is opened. If this was not you, choose a new password now."
            .to_owned(),
    ];
    let link = ("Choose a new password", format!("{}/account/forgot", site.base_url));
    let link = (link.0, link.1.as_str());
    let subject = "The email address of your account is to change";
    let kind = "email-change-notice";
    notice(&Notice { kind, to: &wanted.member.email, subject, paragraphs: &paragraphs, link }, site)
}
