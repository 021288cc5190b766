//! Letters to those who want news.

use stoa_entity::TenantTx;
use stoa_entity::tenant::subscriber;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_kernel::id::MailId;

use super::opt_in::ask;
use super::{Joining, join_list, list_of};
use crate::orders::{Letter, Notice, SiteFace, notice};
use crate::settings::StoreSettings;
use crate::{CommerceError, mail};

/// Writes the letter with which an address is confirmed, or puts it onto its list at once and writes the letter that says
/// so. An address that is on the list gets nothing.
///
/// # Errors
/// When the database refuses; the event is then to be tried again.
pub async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event, base_url: &str) -> Result<(), CommerceError> {
    let Event::NewsWanted { email, list, source, confirm } = event else { return Ok(()) };
    let joining = Joining { email: email.clone(), source: source.clone(), language: None };
    let settings = StoreSettings::load(tx).await?;
    let site = SiteFace { settings: &settings, base_url };
    if *confirm {
        if let Some(token) = ask(ctx, tx, list, joining).await? {
            mail::queue(ctx, tx, invitation(email, &token, &site), MailId::generate().as_str()).await?;
        }
        return Ok(());
    }
    let list = list_of(ctx, tx, list).await?.id;
    if let Some(joined) = join_list(ctx, tx, &list, joining).await? {
        mail::queue(ctx, tx, welcome(&joined, &site), joined.id.as_str()).await?;
    }
    Ok(())
}

fn invitation(email: &str, token: &str, site: &SiteFace<'_>) -> Letter {
    let title = &site.settings.site_title;
    let paragraphs = [
        format!("Somebody, probably you, asked for news of {title} to this address. Open this link to say yes."),
        "The link works for seven days. If this was not you, leave it: you will get no more letters.".to_owned(),
    ];
    let link = format!("{}/mailing-list/confirm?token={token}", site.base_url);
    let link = ("Yes, send me news", link.as_str());
    let subject = "Confirm that you want our news";
    notice(&Notice { kind: mail::NEWS_CONFIRMATION, to: email, subject, paragraphs: &paragraphs, link }, site)
}

/// Says that somebody is on the list now.
pub(super) fn welcome(joined: &subscriber::Model, site: &SiteFace<'_>) -> Letter {
    let title = &site.settings.site_title;
    let paragraphs = [
        format!("From now on you get news of {title}."),
        "When you no longer want them, this link takes you off the list.".to_owned(),
    ];
    let key = joined.leave_key.as_deref().unwrap_or_default();
    let link = format!("{}/mailing-list/leave?key={key}", site.base_url);
    let link = ("Stop these letters", link.as_str());
    let subject = "You are on our list";
    let leave_url = Some(link.1.to_owned());
    let notice =
        notice(&Notice { kind: mail::NEWS_WELCOME, to: &joined.email, subject, paragraphs: &paragraphs, link }, site);
    Letter { leave_url, ..notice }
}
