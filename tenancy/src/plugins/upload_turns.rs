//! One upload of a site at a time: packages are compiled one after the other, and no site may fill the queue.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use stoa_kernel::id::WebsiteId;

/// The sites whose uploads are being checked.
#[derive(Debug, Default)]
pub struct UploadTurns(Arc<Mutex<HashSet<WebsiteId>>>);

/// The turn of a site, until it is dropped.
#[derive(Debug)]
pub struct UploadTurn {
    sites: Arc<Mutex<HashSet<WebsiteId>>>,
    website: WebsiteId,
}

impl UploadTurns {
    /// The turn of a site; none while another upload of it has it.
    pub fn take(&self, website: &WebsiteId) -> Option<UploadTurn> {
        let is_first = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(website.clone());
        is_first.then(|| UploadTurn { sites: Arc::clone(&self.0), website: website.clone() })
    }
}

impl Drop for UploadTurn {
    fn drop(&mut self) {
        self.sites.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.website);
    }
}

#[cfg(test)]
mod tests {
    use stoa_kernel::id::WebsiteId;

    use super::UploadTurns;

    #[test]
    fn a_site_has_one_turn_at_a_time() {
        let turns = UploadTurns::default();
        let (one, other) = (WebsiteId::generate(), WebsiteId::generate());
        let first = turns.take(&one);
        assert!(first.is_some() && turns.take(&one).is_none(), "it has its turn");
        assert!(turns.take(&other).is_some(), "another site");
        drop(first);
        assert!(turns.take(&one).is_some(), "the turn is over");
    }
}
