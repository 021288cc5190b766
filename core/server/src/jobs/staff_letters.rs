//! Letters to people who work on sites, or want to: they have forgotten their password, would like an account, or are told
//! that what opens it has changed. They belong to no site. The token stands behind the `#`, which browsers send to nobody, and nothing but its hash is kept.

use stoa_commerce::mail::{StaffNotice, staff_notice};
use stoa_kernel::id::MailId;
use stoa_kernel::ports::Letter;
use stoa_tenancy::{AccountChange, AccountNotice, StaffLetter, StaffLetterText};

use super::Jobs;

/// What letters of the platform are signed with.
const SENDER: &str = "Stoa";

/// Writes and hands over what is due. What fails is tried again in a minute, with another token.
pub(super) async fn send(jobs: &Jobs) -> anyhow::Result<()> {
    let staff = &jobs.tenancy.staff;
    for wanted in staff.letters_due(jobs.tenancy.now_ms()).await? {
        match jobs.mailer.send(&letter(jobs, &wanted)).await {
            Ok(()) => staff.letter_is_out(&wanted).await?,
            Err(error) => tracing::warn!(%error, "a letter to somebody with an account could not be handed over"),
        }
    }
    for notice in staff.notices_due(jobs.tenancy.now_ms()).await? {
        match jobs.mailer.send(&notice_letter(jobs, &notice)).await {
            Ok(()) => staff.notice_is_out(&notice).await?,
            Err(error) => tracing::warn!(%error, "a letter about a changed account could not be handed over"),
        }
    }
    Ok(())
}

fn notice_letter(jobs: &Jobs, notice: &AccountNotice) -> Letter {
    let name = notice.name.as_str();
    let text = match notice.change {
        AccountChange::Password => StaffNotice::PasswordChanged(name),
        AccountChange::SecondFactorOn => StaffNotice::SecondFactorOn(name),
        AccountChange::SecondFactorOff => StaffNotice::SecondFactorOff(name),
        AccountChange::RecoveryCodes => StaffNotice::RecoveryCodes(name),
    };
    let link = format!("{}/admin/forgot-password", jobs.settings.origin(&jobs.settings.platform_host));
    let written = staff_notice(text, notice.language.as_deref(), &link);
    platform_letter(jobs, notice.id.to_string(), &notice.email, written)
}

fn letter(jobs: &Jobs, wanted: &StaffLetter) -> Letter {
    let admin = format!("{}/admin", jobs.settings.origin(&jobs.settings.platform_host));
    let token = &wanted.token;
    let (notice, link) = match &wanted.text {
        StaffLetterText::NewPassword(name) => {
            (StaffNotice::NewPassword(name), format!("{admin}/reset-password#token={token}"))
        }
        StaffLetterText::NewAccount => (StaffNotice::NewAccount, format!("{admin}/welcome#token={token}")),
        StaffLetterText::HasAccount(name) => (StaffNotice::HasAccount(name), format!("{admin}/sign-in")),
    };
    let written = staff_notice(notice, wanted.language.as_deref(), &link);
    platform_letter(jobs, MailId::generate().to_string(), &wanted.email, written)
}

/// A letter of the platform: subject, plain text and HTML, to an address.
fn platform_letter(jobs: &Jobs, id: String, to: &str, (subject, text, html): (String, String, String)) -> Letter {
    Letter {
        id,
        from: jobs.sender.clone(),
        from_name: SENDER.to_owned(),
        to: to.to_owned(),
        subject,
        text,
        html,
        reply_to: None,
        leave_url: None,
    }
}
