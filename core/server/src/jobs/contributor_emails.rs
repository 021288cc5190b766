//! Platform e-mails to contributors and people who want to become one: password reset, sign-up, and security changes of
//! an account. They belong to no site. The token is in the fragment (`#`) of the link, which browsers do not send to
//! servers; it is stored encrypted until the e-mail is sent, so that each attempt sends the same one, and only its hash
//! is kept after that.

use stoa_email::{PlatformEmail, PlatformEmailText, platform_email};
use stoa_kernel::account::AccountChange;
use stoa_kernel::ports::{MailError, OutgoingEmail};
use stoa_tenancy::{AccountEmailContent, AccountNotice, ContributorEmail};

use super::Jobs;
use super::email_sender::Post;

/// Sender name of platform e-mails.
const SENDER: &str = "Stoa";

/// Sends due e-mails. Failed ones are retried like those of sites, as long as their link is valid.
pub(super) async fn send(post: &Post) -> anyhow::Result<()> {
    let jobs = &post.jobs;
    let staff = &jobs.tenancy.staff;
    for wanted in staff.lease_due_emails(jobs.tenancy.now(), post.lease_ms()).await? {
        let sent = jobs.mailer.send(&message(jobs, &wanted)).await;
        match &sent {
            Ok(()) | Err(MailError::Refused(_)) => staff.mark_email_sent(&wanted).await?,
            Err(MailError::Postponed(_)) => {
                staff
                    .reschedule_email(&wanted, jobs.tenancy.now().saturating_add_ms(post.pause_ms(wanted.tries)))
                    .await?;
            }
            Err(MailError::Away(reason)) => {
                // Nothing is tried while the server is unavailable; this e-mail is due at once when it is back.
                post.server.mark_unavailable(reason, false);
                staff.reschedule_email(&wanted, jobs.tenancy.now()).await?;
            }
        }
        match sent {
            Ok(()) => post.server.mark_responsive(),
            Err(error) => {
                tracing::warn!(mail.id = wanted.mail_id, %error, "an e-mail to an account holder was not accepted")
            }
        }
        if post.server.is_unavailable() {
            return Ok(());
        }
    }
    send_security_notifications(post).await
}

/// Sends security notifications; failed ones are retried each minute.
async fn send_security_notifications(post: &Post) -> anyhow::Result<()> {
    let jobs = &post.jobs;
    let staff = &jobs.tenancy.staff;
    for notice in staff.notices_due(jobs.tenancy.now()).await? {
        let sent = jobs.mailer.send(&notice_email(jobs, &notice)).await;
        match &sent {
            Ok(()) | Err(MailError::Refused(_)) => staff.mark_notice_sent(&notice).await?,
            Err(MailError::Postponed(_)) => {}
            Err(MailError::Away(reason)) => post.server.mark_unavailable(reason, false),
        }
        if let Err(error) = sent {
            tracing::warn!(mail.id = %notice.id, %error, "an e-mail about a changed account was not accepted");
        }
        if post.server.is_unavailable() {
            break;
        }
    }
    Ok(())
}

fn notice_email(jobs: &Jobs, notice: &AccountNotice) -> OutgoingEmail {
    let name = notice.name.as_str();
    let text = match notice.change {
        AccountChange::Password => PlatformEmail::PasswordChanged(name),
        AccountChange::SecondFactorOn => PlatformEmail::SecondFactorOn(name),
        AccountChange::SecondFactorOff => PlatformEmail::SecondFactorOff(name),
        AccountChange::RecoveryCodes => PlatformEmail::RecoveryCodes(name),
    };
    let link = format!("{}/admin/forgot-password", jobs.settings.origin(&jobs.settings.platform_host));
    let written = platform_email(text, notice.language.as_deref(), &link);
    outgoing(jobs, notice.id.to_string(), &notice.email, written)
}

fn message(jobs: &Jobs, wanted: &ContributorEmail) -> OutgoingEmail {
    let admin = format!("{}/admin", jobs.settings.origin(&jobs.settings.platform_host));
    let token = &wanted.token;
    let (notice, link) = match &wanted.text {
        AccountEmailContent::NewPassword(name) => {
            (PlatformEmail::NewPassword(name), format!("{admin}/reset-password#token={token}"))
        }
        AccountEmailContent::NewAccount => (PlatformEmail::NewAccount, format!("{admin}/welcome#token={token}")),
        AccountEmailContent::HasAccount(name) => (PlatformEmail::HasAccount(name), format!("{admin}/sign-in")),
    };
    let written = platform_email(notice, wanted.language.as_deref(), &link);
    outgoing(jobs, wanted.mail_id.clone(), &wanted.email, written)
}

fn outgoing(jobs: &Jobs, id: String, to: &str, written: PlatformEmailText) -> OutgoingEmail {
    let PlatformEmailText { subject, text, html } = written;
    OutgoingEmail {
        id,
        from: jobs.sender.clone(),
        from_name: SENDER.to_owned(),
        to: to.to_owned(),
        subject,
        text,
        html,
        reply_to: None,
        unsubscribe_url: None,
    }
}
