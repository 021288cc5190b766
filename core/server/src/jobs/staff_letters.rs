//! Letters to people who work on sites, or want to: they have forgotten their password, or would like an account. They
//! belong to no site. The token stands behind the `#`, which browsers send to nobody, and nothing but its hash is kept.

use stoa_commerce::mail::{StaffNotice, staff_notice};
use stoa_kernel::id::MailId;
use stoa_kernel::ports::Letter;
use stoa_tenancy::{StaffLetter, StaffLetterText};

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
    Ok(())
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
    let (subject, text, html) = staff_notice(notice, wanted.language.as_deref(), &link);
    Letter {
        id: MailId::generate().to_string(),
        from: jobs.sender.clone(),
        from_name: SENDER.to_owned(),
        to: wanted.email.clone(),
        subject,
        text,
        html,
        reply_to: None,
        leave_url: None,
    }
}
