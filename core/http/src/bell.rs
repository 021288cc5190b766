//! Wakes calls of this process that wait for a page to change. Changes made by other processes are seen by asking.

use std::time::Duration;

use stoa_kernel::id::WebsiteId;
use tokio::sync::broadcast;

/// Rings that a listener may be behind with; one that is further behind takes it for a ring.
const RINGS: usize = 256;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Ring {
    Page(WebsiteId, String),
    Stop,
}

/// Rung when a page has changed.
#[derive(Clone, Debug)]
pub struct Bell(broadcast::Sender<Ring>);

impl Default for Bell {
    fn default() -> Self {
        Self(broadcast::channel(RINGS).0)
    }
}

impl Bell {
    /// Wakes those who wait for a page.
    pub(crate) fn ring(&self, website: &WebsiteId, page_id: &str) {
        self.send(Ring::Page(website.clone(), page_id.to_owned()));
    }

    /// Ends all waiting, since the program stops.
    pub fn stop(&self) {
        self.send(Ring::Stop);
    }

    fn send(&self, ring: Ring) {
        // Without a listener nobody waits.
        let _ = self.0.send(ring);
    }

    /// Hears the rings from now on.
    pub(crate) fn listen(&self, website: &WebsiteId, page_id: &str) -> Listener {
        let page = Ring::Page(website.clone(), page_id.to_owned());
        Listener { rings: self.0.subscribe(), page, stopped: false }
    }
}

/// Waits for one page.
pub(crate) struct Listener {
    rings: broadcast::Receiver<Ring>,
    page: Ring,
    stopped: bool,
}

impl Listener {
    /// Waits until the page may have changed, at most so long. Gives back whether waiting makes sense any more.
    pub(crate) async fn wait(&mut self, longest: Duration) -> bool {
        let rung = async {
            loop {
                match self.rings.recv().await {
                    Ok(Ring::Stop) | Err(broadcast::error::RecvError::Closed) => return true,
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
    async fn a_ring_wakes_who_waits_for_that_page() {
        let (bell, site) = (Bell::default(), WebsiteId::generate());
        let mut listener = bell.listen(&site, "a");
        bell.ring(&site, "b");
        bell.ring(&site, "a");
        assert!(listener.wait(LONG).await);
        assert!(listener.wait(Duration::ZERO).await, "nothing rang, and the time has passed");
        bell.stop();
        assert!(!listener.wait(LONG).await);
    }
}
