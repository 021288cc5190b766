//! Sends queued e-mails through the mail server, concurrently and separately from other work. Sites take turns, one
//! e-mail each; urgent e-mails go first and have a lane of their own, so that neither a site with many e-mails nor a
//! slow mail server delays those of others.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rand::Rng as _;
use stoa_email::{Claim, Claimed, MailServer, MailText, Postponed, Priority};
use stoa_kernel::clock::HOUR_MS;
use stoa_kernel::id::{MailId, WebsiteId};
use stoa_kernel::ports::{MailError, OutgoingEmail};
use stoa_site::settings::site_row;
use stoa_tenancy::Tenant;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::{Jobs, contributor_emails};

/// Maximum pause between two attempts: two hours.
const MAX_PAUSE_MS: i64 = 2 * HOUR_MS;
/// Maximum lease of an e-mail for the process that sends it, unless renewed, milliseconds.
const MAX_LEASE_MS: i64 = 60_000;
const LEASE_RENEWAL_INTERVAL: Duration = Duration::from_secs(20);
/// How much longer than one attempt the lease of an account e-mail is.
const MARGIN: Duration = Duration::from_secs(5);
/// Pause between two e-mails that are not urgent: in a rush requests come first.
const BREATH: Duration = Duration::from_millis(20);
/// Poll interval of account e-mails.
const ROUND: Duration = Duration::from_secs(1);
/// How long sends under way may continue when the program stops. An interrupted e-mail is sent again with the same
/// Message-ID.
const GRACE: Duration = Duration::from_secs(5);

/// Limits for sending e-mails.
#[derive(Clone, Copy, Debug)]
pub struct MailRules {
    /// Number of e-mails sent concurrently.
    pub connections: usize,
    /// Pause after the first failed attempt, milliseconds; it doubles with each further one.
    pub first_pause_ms: i64,
}

/// Round-robin queue of sites with e-mails to be sent, each at most once.
#[derive(Default)]
struct SiteQueue {
    sites: Mutex<VecDeque<WebsiteId>>,
    bell: Notify,
}

impl SiteQueue {
    fn push(&self, website: &WebsiteId) {
        let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        if !sites.contains(website) {
            sites.push_back(website.clone());
        }
        drop(sites);
        self.bell.notify_one();
    }

    fn contains(&self, website: &WebsiteId) -> bool {
        self.sites.lock().unwrap_or_else(PoisonError::into_inner).contains(website)
    }

    fn pop(&self) -> Option<WebsiteId> {
        self.sites.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    async fn next(&self) -> WebsiteId {
        loop {
            let rings = self.bell.notified();
            if let Some(website) = self.pop() {
                return website;
            }
            rings.await;
        }
    }
}

/// Sends e-mails as long as the program runs.
pub(super) struct Post {
    pub(super) jobs: Jobs,
    pub(super) server: MailServer,
    urgent: SiteQueue,
    any: SiteQueue,
}

impl Post {
    /// Starts the tasks; they end at `stop`.
    pub(super) fn open(jobs: &Jobs, stop: &CancellationToken) -> (Arc<Self>, JoinSet<()>) {
        let (urgent, any) = (SiteQueue::default(), SiteQueue::default());
        let post = Arc::new(Self { jobs: jobs.clone(), server: MailServer::default(), urgent, any });
        let mut tasks = JoinSet::new();
        tasks.spawn(until(stop.clone(), Arc::clone(&post).carry(Priority::Urgent, stop.clone())));
        for _ in 1..jobs.mail.connections.max(2) {
            tasks.spawn(until(stop.clone(), Arc::clone(&post).carry(Priority::Bulk, stop.clone())));
        }
        tasks.spawn(until(stop.clone(), Arc::clone(&post).send_account_emails(stop.clone())));
        let (watching, stopped) = (Arc::clone(&post).watch(), stop.clone());
        tasks.spawn(async move {
            tokio::select! {
                () = watching => {}
                () = stopped.cancelled() => {}
            }
        });
        (post, tasks)
    }

    /// Queues a site that has due e-mails.
    pub(super) fn offer(&self, website: &WebsiteId) {
        self.urgent.push(website);
        self.any.push(website);
    }

    /// Whether a site is queued for its e-mails of priority `least` or higher.
    pub(super) fn has_queued(&self, website: &WebsiteId, least: Priority) -> bool {
        self.lane(least).contains(website)
    }

    /// Pause after this many attempts.
    pub(super) fn pause_ms(&self, tries: i32) -> i64 {
        let doublings = tries.saturating_sub(1).clamp(0, 20);
        let pause = self.jobs.mail.first_pause_ms.saturating_mul(1 << doublings).min(MAX_PAUSE_MS);
        pause / 100 * rand::rng().random_range(75..=125)
    }

    /// Lease of an account e-mail for the process that sends it.
    pub(super) fn lease_ms(&self) -> i64 {
        let lease = self.jobs.mailer.max_attempt_duration() + MARGIN;
        i64::try_from(lease.as_millis()).unwrap_or(i64::MAX)
    }

    /// Lease of an e-mail for the process that sends it, unless renewed.
    fn claim_ms(&self) -> i64 {
        self.lease_ms().min(MAX_LEASE_MS)
    }

    fn lane(&self, least: Priority) -> &SiteQueue {
        if least == Priority::Urgent { &self.urgent } else { &self.any }
    }

    async fn carry(self: Arc<Self>, least: Priority, stop: CancellationToken) {
        loop {
            let website = tokio::select! {
                biased;
                () = stop.cancelled() => return,
                website = self.lane(least).next() => website,
            };
            match self.deliver(&website, least).await {
                Err(error) if self.jobs.is_in_doubt() => {
                    tracing::debug!(tenant.id = %website, %error, "no e-mail was sent");
                }
                Err(error) => {
                    tracing::error!(tenant.id = %website, error = format!("{error:#}"), "an e-mail could not be sent");
                }
                Ok(()) => {}
            }
            if least != Priority::Urgent {
                tokio::time::sleep(BREATH).await;
            }
        }
    }

    /// Sends the next e-mail of a site.
    async fn deliver(&self, website: &WebsiteId, least: Priority) -> anyhow::Result<()> {
        if let Some((reason, failures)) = self.server.wait_for(website) {
            return self.hold(website, &reason, failures).await;
        }
        let tenant = self.jobs.tenancy.for_system(website, "mail").await?;
        let is_any_due = stoa_email::any_due(&tenant.ctx, &tenant.db.read().await?, least).await?;
        if !is_any_due {
            return self.schedule_next(&tenant).await;
        }
        let tx = tenant.db.write().await?;
        let claim = stoa_email::claim(&tenant.ctx, &tx, least, self.claim_ms()).await?;
        let sender_name = site_row(&tx).await?.title;
        tx.commit().await?;
        match claim {
            Claim::Nothing => self.schedule_next(&tenant).await,
            Claim::Missed => {
                self.lane(least).push(website);
                Ok(())
            }
            Claim::Taken(claimed) => {
                // Another task takes the site's next e-mail meanwhile.
                self.lane(least).push(website);
                let message = message(&self.jobs, &sender_name, &claimed.mail);
                let sent = self.send(website, &claimed, &message).await;
                self.note(website, &claimed, sent).await
            }
        }
    }

    /// Sends an e-mail and renews its lease meanwhile. When this process ends, another one sends it a minute later.
    async fn send(&self, website: &WebsiteId, claimed: &Claimed, message: &OutgoingEmail) -> Result<(), MailError> {
        let sending = self.jobs.mailer.send(message);
        tokio::pin!(sending);
        loop {
            tokio::select! {
                sent = &mut sending => return sent,
                () = tokio::time::sleep(LEASE_RENEWAL_INTERVAL) => {}
            }
            if let Err(error) = self.keep(website, &claimed.mail.message.id).await {
                tracing::warn!(tenant.id = %website, %error, "the lease of an e-mail could not be renewed");
            }
        }
    }

    async fn keep(&self, website: &WebsiteId, id: &MailId) -> anyhow::Result<()> {
        let tenant = self.jobs.tenancy.for_system(website, "mail").await?;
        let tx = tenant.db.write().await?;
        stoa_email::extend_lease(&tenant.ctx, &tx, id, self.claim_ms()).await?;
        Ok(tx.commit().await?)
    }

    async fn note(&self, website: &WebsiteId, claimed: &Claimed, sent: Result<(), MailError>) -> anyhow::Result<()> {
        let id = &claimed.mail.message.id;
        let outcome = match &sent {
            Ok(()) => "sent",
            Err(MailError::Refused(_)) => "refused",
            Err(MailError::Postponed(_)) => "postponed",
            Err(MailError::Away(_)) => "away",
        };
        metrics::counter!("stoa_mail_tries_total", "outcome" => outcome).increment(1);
        match &sent {
            Ok(()) | Err(MailError::Refused(_) | MailError::Postponed(_)) => self.server.mark_responsive(),
            Err(MailError::Away(reason)) => self.server.mark_unavailable(reason, false),
        }
        let tenant = self.jobs.tenancy.for_system(website, "mail").await?;
        let due_on = tenant.ctx.now().saturating_add_ms(self.pause_ms(claimed.tries));
        let tx = tenant.db.write().await?;
        match &sent {
            Ok(()) => stoa_email::mark_sent(&tenant.ctx, &tx, id).await?,
            Err(MailError::Refused(answer)) => stoa_email::give_up(&tx, id, answer).await?,
            Err(error @ (MailError::Postponed(answer) | MailError::Away(answer))) => {
                let awaits_server = matches!(error, MailError::Away(_));
                stoa_email::postpone(&tenant.ctx, &tx, id, Postponed { answer, due_on, awaits_server }).await?;
            }
        }
        tx.commit().await?;
        // The server may be back already: then this e-mail is queued with the others.
        if matches!(sent, Err(MailError::Away(_))) && self.server.wait_for(website).is_none() {
            self.offer(website);
        }
        if let Err(error) = sent {
            tracing::warn!(tenant.id = %website, mail.id = %id, %error, "an e-mail was not accepted");
            if !matches!(error, MailError::Refused(_)) {
                self.jobs.tenancy.databases.due_work().wake(website, due_on).await?;
            }
        }
        Ok(())
    }

    /// While the server is unavailable, due e-mails are not tried, and the reason is recorded.
    async fn hold(&self, website: &WebsiteId, reason: &str, failures: u32) -> anyhow::Result<()> {
        let tenant = self.jobs.tenancy.for_system(website, "mail").await?;
        if !stoa_email::any_due_unheld(&tenant.ctx, &tenant.db.read().await?).await? {
            return Ok(());
        }
        let tries = i32::try_from(failures).unwrap_or(i32::MAX);
        let due_on = tenant.ctx.now().saturating_add_ms(self.pause_ms(tries));
        let tx = tenant.db.write().await?;
        let held = Postponed { answer: reason, due_on, awaits_server: true };
        stoa_email::hold_for_server(&tenant.ctx, &tx, held).await?;
        tx.commit().await?;
        Ok(self.jobs.tenancy.databases.due_work().wake(website, due_on).await?)
    }

    async fn schedule_next(&self, tenant: &Tenant) -> anyhow::Result<()> {
        let next = stoa_email::next_due(&tenant.ctx, &tenant.db.read().await?).await?;
        if let Some(due_on) = next {
            self.jobs.tenancy.databases.due_work().wake(tenant.ctx.website(), due_on).await?;
        }
        Ok(())
    }

    async fn send_account_emails(self: Arc<Self>, stop: CancellationToken) {
        let mut round = tokio::time::interval(ROUND);
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                _ = round.tick() => {}
            }
            if self.server.is_unavailable() || self.jobs.is_in_doubt() {
                continue;
            }
            if let Err(error) = contributor_emails::send(&self).await
                && !self.jobs.is_in_doubt()
            {
                let error = format!("{error:#}");
                tracing::error!(error, "the e-mails to account holders could not be sent");
            }
        }
    }

    /// Probes an unavailable server until it is back.
    async fn watch(self: Arc<Self>) {
        loop {
            self.server.wait_until_unavailable().await;
            tokio::time::sleep(self.server.probe_delay()).await;
            match self.jobs.mailer.check().await {
                Ok(()) => {
                    for website in self.server.mark_available() {
                        self.offer(&website);
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "the mail server is unavailable");
                    self.server.mark_unavailable(&error.to_string(), true);
                }
            }
        }
    }
}

/// Runs until `stop`, and then a limited time longer to finish work under way.
async fn until(stop: CancellationToken, work: impl Future<Output = ()>) {
    tokio::pin!(work);
    tokio::select! {
        () = &mut work => return,
        () = stop.cancelled() => {}
    }
    // What is not finished by then is found again when its lease is over.
    let _ = tokio::time::timeout(GRACE, work).await;
}

fn message(jobs: &Jobs, sender_name: &str, mail: &MailText) -> OutgoingEmail {
    OutgoingEmail {
        id: mail.message.id.to_string(),
        from: jobs.sender.clone(),
        from_name: sender_name.to_owned(),
        to: mail.message.to.clone(),
        subject: mail.message.subject.clone(),
        text: mail.text.clone(),
        html: mail.html.clone(),
        reply_to: mail.reply_to.clone(),
        unsubscribe_url: mail.unsubscribe_url.clone(),
    }
}
