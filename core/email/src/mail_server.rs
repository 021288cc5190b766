//! Availability of the mail server. While it is unavailable no e-mail is tried; one probe at a time checks whether it
//! is back, and then all waiting e-mails are sent.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rand::Rng as _;
use stoa_kernel::boxed;
use stoa_kernel::id::WebsiteId;
use tokio::sync::Notify;

/// Delay of the first probe after the server became unavailable, milliseconds.
const FIRST_PROBE_MS: u64 = 1_000;
/// Maximum delay between probes, milliseconds.
const LAST_PROBE_MS: u64 = 30_000;

/// One mail server, as this process sees it.
#[derive(Debug, Default)]
pub struct MailServer {
    state: Mutex<State>,
    went: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// How often it became unavailable since it last accepted or rejected an e-mail. A server that accepts connections
    /// and does nothing else becomes unavailable again at once, and is probed less and less often.
    failures: u32,
    away: Option<Outage>,
}

#[derive(Debug)]
struct Outage {
    reason: String,
    waiting: BTreeSet<WebsiteId>,
}

impl MailServer {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it is unavailable.
    pub fn is_unavailable(&self) -> bool {
        self.state().away.is_some()
    }

    /// If the server is unavailable, registers a site as waiting and returns the reason and the number of failures.
    pub fn wait_for(&self, website: &WebsiteId) -> Option<(String, u32)> {
        let mut state = self.state();
        let failures = state.failures;
        let away = state.away.as_mut()?;
        away.waiting.insert(website.clone());
        Some((away.reason.clone(), failures))
    }

    /// Whether a site is registered as waiting.
    pub fn has_waiting(&self, website: &WebsiteId) -> bool {
        self.state().away.as_ref().is_some_and(|away| away.waiting.contains(website))
    }

    /// Marks it as unavailable, for a reason, after a failed e-mail or, `by_probe`, a failed probe. E-mails that fail
    /// while it is unavailable count as one failure.
    pub fn mark_unavailable(&self, reason: &str, by_probe: bool) {
        let mut state = self.state();
        if by_probe || state.away.is_none() {
            state.failures = state.failures.saturating_add(1);
        }
        let waiting = state.away.take().map(|away| away.waiting).unwrap_or_default();
        state.away = Some(Outage { reason: reason.to_owned(), waiting });
        drop(state);
        self.went.notify_one();
    }

    /// Notes that it has accepted or rejected an e-mail: it is no failure of the server.
    pub fn mark_responsive(&self) {
        let mut state = self.state();
        if state.away.is_none() {
            state.failures = 0;
        }
    }

    /// Marks it as available after a successful probe; returns the sites that waited for it.
    pub fn mark_available(&self) -> BTreeSet<WebsiteId> {
        self.state().away.take().map(|away| away.waiting).unwrap_or_default()
    }

    /// Waits until the server is unavailable.
    #[boxed]
    pub async fn wait_until_unavailable(&self) {
        loop {
            let went = self.went.notified();
            if self.is_unavailable() {
                return;
            }
            went.await;
        }
    }

    /// Delay before the next probe.
    pub fn probe_delay(&self) -> Duration {
        let doublings = self.state().failures.saturating_sub(1).min(10);
        let delay = FIRST_PROBE_MS.saturating_mul(1 << doublings).min(LAST_PROBE_MS);
        Duration::from_millis(delay * rand::rng().random_range(75..=100) / 100)
    }
}

#[cfg(test)]
mod tests {
    use super::MailServer;
    use std::time::Duration;
    use stoa_kernel::id::WebsiteId;

    #[test]
    fn waiting_sites_returned_once_when_mail_server_recovers() {
        let (server, site) = (MailServer::default(), WebsiteId::generate());
        assert_eq!(server.wait_for(&site), None);
        server.mark_unavailable("refused", false);
        server.mark_unavailable("refused", false);
        assert_eq!(server.wait_for(&site), Some(("refused".to_owned(), 1)), "concurrent failures count as one");
        assert_eq!(server.mark_available().into_iter().collect::<Vec<_>>(), [site]);
        assert!(!server.is_unavailable() && server.mark_available().is_empty());
    }

    #[test]
    fn probe_backoff_for_unresponsive_mail_server() {
        let server = MailServer::default();
        for _ in 0..20 {
            server.mark_unavailable("silent", false);
            server.mark_available();
        }
        server.mark_unavailable("silent", false);
        assert!(server.probe_delay() > Duration::from_secs(20) && server.probe_delay() <= Duration::from_secs(30));
        server.mark_available();
        server.mark_responsive();
        server.mark_unavailable("silent", false);
        assert!(server.probe_delay() <= Duration::from_secs(1));
    }
}
