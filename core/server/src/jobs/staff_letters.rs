//! Letters to people who work on sites, or want to: they have forgotten their password, would like an account, or are told
//! that what opens it has changed. They belong to no site. The token stands behind the `#`, which browsers send to nobody;
//! it is kept sealed until the letter is out, so that each try sends the same one, and then nothing but its hash stays.

use stoa_commerce::mail::{StaffNotice, staff_notice};
use stoa_kernel::ports::{Letter, MailError};
use stoa_tenancy::{AccountChange, AccountNotice, StaffLetter, StaffLetterText};

use super::Jobs;
use super::post::Post;

/// What letters of the platform are signed with.
const SENDER: &str = "Stoa";

/// Writes and hands over what is due. What is not taken is tried again as letters of sites are, as long as its link works.
pub(super) async fn send(post: &Post) -> anyhow::Result<()> {
    let jobs = &post.jobs;
    let staff = &jobs.tenancy.staff;
    for wanted in staff.letters_due(jobs.tenancy.now_ms(), post.lease_ms()).await? {
        let sent = jobs.mailer.send(&letter(jobs, &wanted)).await;
        match &sent {
            Ok(()) | Err(MailError::Refused(_)) => staff.letter_is_out(&wanted).await?,
            Err(MailError::Postponed(_)) => {
                staff.letter_waits(&wanted, jobs.tenancy.now_ms().saturating_add(post.pause_ms(wanted.tries))).await?;
            }
            Err(MailError::Away(reason)) => {
                // Nothing is tried while the server is away, and this at once when it is back.
                post.server.is_gone(reason, false);
                staff.letter_waits(&wanted, jobs.tenancy.now_ms()).await?;
            }
        }
        match sent {
            Ok(()) => post.server.has_answered(),
            Err(error) => {
                tracing::warn!(mail.id = wanted.mail_id, %error, "a letter to somebody with an account was not taken")
            }
        }
        if post.server.is_away() {
            return Ok(());
        }
    }
    tell_of_changes(post).await
}

/// Letters about changed accounts: one that is not taken is tried again each minute.
async fn tell_of_changes(post: &Post) -> anyhow::Result<()> {
    let jobs = &post.jobs;
    let staff = &jobs.tenancy.staff;
    for notice in staff.notices_due(jobs.tenancy.now_ms()).await? {
        let sent = jobs.mailer.send(&notice_letter(jobs, &notice)).await;
        match &sent {
            Ok(()) | Err(MailError::Refused(_)) => staff.notice_is_out(&notice).await?,
            Err(MailError::Postponed(_)) => {}
            Err(MailError::Away(reason)) => post.server.is_gone(reason, false),
        }
        if let Err(error) = sent {
            tracing::warn!(mail.id = %notice.id, %error, "a letter about a changed account was not taken");
        }
        if post.server.is_away() {
            break;
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
    platform_letter(jobs, wanted.mail_id.clone(), &wanted.email, written)
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
