//! What is known of the mail server. While it is away no e-mail is tried: one probe at a time asks whether it is back, and
//! then everything goes that waits for it.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rand::Rng as _;
use stoa_kernel::id::WebsiteId;
use tokio::sync::Notify;

/// After how long a server that went away is asked for the first time whether it is back, milliseconds.
const FIRST_PROBE_MS: u64 = 1_000;
/// The longest wait before it is asked again, milliseconds.
const LAST_PROBE_MS: u64 = 30_000;

/// One mail server, as this process sees it.
#[derive(Debug, Default)]
pub(super) struct MailServer {
    state: Mutex<State>,
    went: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// How often it was away since it last took or refused an e-mail. A server that takes connections and nothing else
    /// is away again at once, and is asked less and less.
    failures: u32,
    away: Option<Away>,
}

#[derive(Debug)]
struct Away {
    reason: String,
    waiting: BTreeSet<WebsiteId>,
}

impl MailServer {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_away(&self) -> bool {
        self.state().away.is_some()
    }

    /// Has a site wait for the server when it is away; why it is, and how often it has been.
    pub(super) fn wait_for(&self, website: &WebsiteId) -> Option<(String, u32)> {
        let mut state = self.state();
        let failures = state.failures;
        let away = state.away.as_mut()?;
        away.waiting.insert(website.clone());
        Some((away.reason.clone(), failures))
    }

    /// An e-mail or a probe has found it away.
    pub(super) fn is_gone(&self, reason: &str, by_probe: bool) {
        let mut state = self.state();
        if by_probe || state.away.is_none() {
            state.failures = state.failures.saturating_add(1);
        }
        let waiting = state.away.take().map(|away| away.waiting).unwrap_or_default();
        state.away = Some(Away { reason: reason.to_owned(), waiting });
        drop(state);
        self.went.notify_one();
    }

    /// It has answered to an e-mail.
    pub(super) fn has_answered(&self) {
        let mut state = self.state();
        if state.away.is_none() {
            state.failures = 0;
        }
    }

    /// A probe has found it back; the sites that waited for it.
    pub(super) fn is_back(&self) -> BTreeSet<WebsiteId> {
        self.state().away.take().map(|away| away.waiting).unwrap_or_default()
    }

    /// Comes back when the server has gone away.
    pub(super) async fn until_gone(&self) {
        loop {
            let went = self.went.notified();
            if self.is_away() {
                return;
            }
            went.await;
        }
    }

    /// How long to wait before the next probe.
    pub(super) fn pause(&self) -> Duration {
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
    fn sites_wait_for_a_server_that_is_away_and_are_named_once_when_it_is_back() {
        let (server, site) = (MailServer::default(), WebsiteId::generate());
        assert_eq!(server.wait_for(&site), None);
        server.is_gone("refused", false);
        server.is_gone("refused", false);
        assert_eq!(server.wait_for(&site), Some(("refused".to_owned(), 1)), "many e-mails at a time are one failure");
        assert_eq!(server.is_back().into_iter().collect::<Vec<_>>(), [site]);
        assert!(!server.is_away() && server.is_back().is_empty());
    }

    #[test]
    fn a_server_that_takes_connections_alone_is_asked_less_and_less() {
        let server = MailServer::default();
        for _ in 0..20 {
            server.is_gone("silent", false);
            server.is_back();
        }
        server.is_gone("silent", false);
        assert!(server.pause() > Duration::from_secs(20) && server.pause() <= Duration::from_secs(30));
        server.is_back();
        server.has_answered();
        server.is_gone("silent", false);
        assert!(server.pause() <= Duration::from_secs(1));
    }
}
