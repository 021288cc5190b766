//! Letters to people who work on sites, or want to: they have forgotten their password, or would like an account. They
//! belong to no site. The token stands behind the `#`, which browsers send to nobody, and nothing but its hash is kept.

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

/// What a letter says, around its link.
struct Words {
    greeting: String,
    before: &'static str,
    link: (&'static str, String),
    after: &'static str,
}

fn words(wanted: &StaffLetter, admin: &str) -> Words {
    let token = &wanted.token;
    match &wanted.text {
        StaffLetterText::NewPassword(name) => Words {
            greeting: format!("Hello {name},"),
            before: "Somebody wants to choose a new password for your account. The link works once, for an hour. If this \
                     was not you, leave it: your password stays.",
            link: ("Choose a new password", format!("{admin}/reset-password#token={token}")),
            after: "If you have turned on two-step sign-in, you are asked for a code as always.",
        },
        StaffLetterText::NewAccount => Words {
            greeting: "Hello,".to_owned(),
            before: "Somebody wants to make an account with this address. The link works once, for a day.",
            link: ("Make your account", format!("{admin}/welcome#token={token}")),
            after: "If this was not you, leave it: nothing happens.",
        },
        StaffLetterText::HasAccount(name) => Words {
            greeting: format!("Hello {name},"),
            before: "Somebody wants to make an account with this address, but you have one already.",
            link: ("Sign in", format!("{admin}/sign-in")),
            after: "If you have forgotten your password, the page has a link to choose a new one. If this was not you, leave \
                    it: nothing happens.",
        },
    }
}

fn letter(jobs: &Jobs, wanted: &StaffLetter) -> Letter {
    let admin = format!("{}/admin", jobs.settings.origin(&jobs.settings.platform_host));
    let Words { greeting, before, link: (subject, link), after } = words(wanted, &admin);
    Letter {
        id: MailId::generate().to_string(),
        from: jobs.sender.clone(),
        from_name: SENDER.to_owned(),
        to: wanted.email.clone(),
        subject: subject.to_owned(),
        text: format!("{greeting}\n\n{before}\n\n{link}\n\n{after}\n"),
        html: format!(
            "<p>{}</p><p>{before}</p><p><a href=\"{link}\">{subject}</a></p><p>{after}</p>",
            escaped(&greeting)
        ),
        reply_to: None,
        leave_url: None,
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
