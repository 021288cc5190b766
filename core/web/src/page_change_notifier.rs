//! Notifies requests of this process that wait for a page to change. Changes made by other processes are found by
//! polling.

use std::time::Duration;

use stoa_kernel::id::{CollectionId, WebsiteId};
use tokio::sync::broadcast;

/// Capacity of the broadcast channel. A listener that lags further behind is treated as notified.
const BROADCAST_CAPACITY: usize = 256;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Signal {
    Page(WebsiteId, CollectionId),
    Stop,
}

/// Notifies listeners of changes to pages.
#[derive(Clone, Debug)]
pub struct PageChangeNotifier(broadcast::Sender<Signal>);

impl Default for PageChangeNotifier {
    fn default() -> Self {
        Self(broadcast::channel(BROADCAST_CAPACITY).0)
    }
}

impl PageChangeNotifier {
    /// Notifies the listeners of a page.
    pub fn ring(&self, website: &WebsiteId, page_id: &CollectionId) {
        self.send(Signal::Page(website.clone(), page_id.clone()));
    }

    /// Ends all waiting; called at shutdown.
    pub fn stop(&self) {
        self.send(Signal::Stop);
    }

    fn send(&self, ring: Signal) {
        // Fails only when nobody listens.
        let _ = self.0.send(ring);
    }

    /// Subscribes to changes of a page from now on.
    pub fn listen(&self, website: &WebsiteId, page_id: &CollectionId) -> Listener {
        let page = Signal::Page(website.clone(), page_id.clone());
        Listener { rings: self.0.subscribe(), page, stopped: false }
    }
}

/// Receives notifications about one page.
pub struct Listener {
    rings: broadcast::Receiver<Signal>,
    page: Signal,
    stopped: bool,
}

impl Listener {
    /// Waits until the page may have changed, at most `longest`. Returns false when the program is stopping.
    pub async fn wait(&mut self, longest: Duration) -> bool {
        let rung = async {
            loop {
                match self.rings.recv().await {
                    Ok(Signal::Stop) | Err(broadcast::error::RecvError::Closed) => return true,
                    Ok(ring) if ring != self.page => {}
                    Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => return false,
                }
            }
        };
        self.stopped |= tokio::time::timeout(longest, rung).await.unwrap_or(false);
        !self.stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn a_change_notifies_listeners_of_that_page() {
        let (bell, site) = (PageChangeNotifier::default(), WebsiteId::generate());
        let (page, other) = (CollectionId::generate(), CollectionId::generate());
        let mut listener = bell.listen(&site, &page);
        bell.ring(&site, &other);
        bell.ring(&site, &page);
        assert!(listener.wait(LONG).await);
        assert!(listener.wait(Duration::ZERO).await, "nothing rang, and the time has passed");
        bell.stop();
        assert!(!listener.wait(LONG).await);
    }
}
