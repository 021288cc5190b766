//! Tells the worker of a site before something is written there.

use std::fmt::Debug;

use async_trait::async_trait;
use stoa_kernel::id::WebsiteId;

use crate::{DbError, SiteCache};

/// Called before a transaction that writes to a site begins, so that the consequences of the write are processed even
/// if the process ends unexpectedly.
#[async_trait]
pub trait WriteObserver: Debug + Send + Sync {
    /// Records the write. `memory` is the site's cache, used to skip a repeated record.
    ///
    /// # Errors
    /// When it cannot be recorded; then nothing is written.
    async fn before_write(&self, website: &WebsiteId, memory: &SiteCache) -> Result<(), DbError>;
}
