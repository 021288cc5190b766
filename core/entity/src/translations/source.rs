//! What has texts that can be translated.

use async_trait::async_trait;
use stoa_kernel::Failure;
use stoa_kernel::translation::TranslatedKind;

use super::TranslatableText;
use crate::TenantTx;

/// The texts of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceTexts {
    /// Its id.
    pub id: String,
    /// Its title, for contributors.
    pub title: String,
    /// Its texts, in order, without empty ones.
    pub texts: Vec<TranslatableText>,
}

/// A kind of resources with texts that can be translated, implemented where the resources are.
#[async_trait]
pub trait Translatable: Send + Sync {
    /// The kind.
    fn kind(&self) -> TranslatedKind;

    /// Resources in the order of their ids, after the one with an id.
    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure>;

    /// The resources with these ids, in any order; those that do not exist are left out.
    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure>;
}
