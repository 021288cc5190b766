//! Letters that wait are handed to the mailer. Each carries an id of its own, so that one handed
//! over twice can be told.

use stoa_commerce::mail::{MailText, any_queued, mark_failed, mark_sent, queued};
use stoa_entity::TenantTx;
use stoa_kernel::ports::Letter;
use stoa_site::settings::site_row;
use stoa_tenancy::Tenant;

use super::Jobs;

/// Letters in one round.
const BATCH: u64 = 50;
/// How long to wait after a mailer failed: half a minute.
const RETRY_MS: i64 = 30_000;
const UNREADABLE: &str = "the text was sealed with another key";

pub(super) async fn send(jobs: &Jobs, tenant: &Tenant) -> anyhow::Result<()> {
    let tx = tenant.db.read().await?;
    let waiting = queued(&tx, BATCH).await?;
    if waiting.is_empty() {
        return Ok(());
    }
    let sender_name = site_row(&tx).await?.title;
    drop(tx);
    for mail in waiting {
        let (id, sent) = match mail {
            Ok(mail) => {
                let sent = jobs.mailer.send(&letter(jobs, &sender_name, &mail)).await;
                (mail.message.id, sent.map_err(|error| error.to_string()))
            }
            Err(message) => (message.id, Err(UNREADABLE.to_owned())),
        };
        let tx = tenant.db.write().await?;
        match sent {
            Ok(()) => mark_sent(&tenant.ctx, &tx, &id).await?,
            Err(error) => {
                tracing::warn!(mail.id = %id, %error, "a letter could not be handed over");
                mark_failed(&tx, &id, &error).await?;
            }
        }
        tx.commit().await?;
    }
    Ok(())
}

fn letter(jobs: &Jobs, sender_name: &str, mail: &MailText) -> Letter {
    Letter {
        id: mail.message.id.to_string(),
        from: jobs.sender.clone(),
        from_name: sender_name.to_owned(),
        to: mail.message.to.clone(),
        subject: mail.message.subject.clone(),
        text: mail.text.clone(),
        html: mail.html.clone(),
        reply_to: mail.reply_to.clone(),
        leave_url: mail.leave_url.clone(),
    }
}

/// When letters that still wait are tried again.
pub(super) async fn next(tx: &TenantTx, now_ms: i64) -> anyhow::Result<Option<i64>> {
    Ok(any_queued(tx).await?.then(|| now_ms.saturating_add(RETRY_MS)))
}
