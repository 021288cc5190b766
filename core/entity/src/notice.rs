use std::fmt::Debug;

use async_trait::async_trait;
use stoa_kernel::id::WebsiteId;

use crate::{DbError, SiteMemory};

/// Told that a site is about to be written, before the transaction begins: what follows from it is then found again, however
/// the process ends.
#[async_trait]
pub trait WriteNotice: Debug + Send + Sync {
    /// Notes it. `memory` is the site's, for what needs no second note.
    ///
    /// # Errors
    /// When it cannot be noted; then nothing is written.
    async fn before_write(&self, website: &WebsiteId, memory: &SiteMemory) -> Result<(), DbError>;
}
