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
    pub fn is_away(&self) -> bool {
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

    /// Marks it as unavailable after a failed e-mail or probe.
    pub fn is_gone(&self, reason: &str, by_probe: bool) {
        let mut state = self.state();
        if by_probe || state.away.is_none() {
            state.failures = state.failures.saturating_add(1);
        }
        let waiting = state.away.take().map(|away| away.waiting).unwrap_or_default();
        state.away = Some(Outage { reason: reason.to_owned(), waiting });
        drop(state);
        self.went.notify_one();
    }

    /// Notes that it has responded to an e-mail.
    pub fn mark_responsive(&self) {
        let mut state = self.state();
        if state.away.is_none() {
            state.failures = 0;
        }
    }

    /// Marks it as available after a successful probe; returns the sites that waited for it.
    pub fn is_back(&self) -> BTreeSet<WebsiteId> {
        self.state().away.take().map(|away| away.waiting).unwrap_or_default()
    }

    /// Waits until the server is unavailable.
    #[boxed]
    pub async fn wait_until_unavailable(&self) {
        loop {
            let went = self.went.notified();
            if self.is_away() {
                return;
            }
            went.await;
        }
    }

    /// Delay before the next probe.
    pub fn pause(&self) -> Duration {
        let doublings = self.state().failures.saturating_sub(1).min(10);
        let pause = FIRST_PROBE_MS.saturating_mul(1 << doublings).min(LAST_PROBE_MS);
        Duration::from_millis(pause * rand::rng().random_range(75..=100) / 100)
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
        server.is_gone("refused", false);
        server.is_gone("refused", false);
        assert_eq!(server.wait_for(&site), Some(("refused".to_owned(), 1)), "concurrent failures count as one");
        assert_eq!(server.is_back().into_iter().collect::<Vec<_>>(), [site]);
        assert!(!server.is_away() && server.is_back().is_empty());
    }

    #[test]
    fn probe_backoff_for_unresponsive_mail_server() {
        let server = MailServer::default();
        for _ in 0..20 {
            server.is_gone("silent", false);
            server.is_back();
        }
        server.is_gone("silent", false);
        assert!(server.pause() > Duration::from_secs(20) && server.pause() <= Duration::from_secs(30));
        server.is_back();
        server.mark_responsive();
        server.is_gone("silent", false);
        assert!(server.pause() <= Duration::from_secs(1));
    }
}
