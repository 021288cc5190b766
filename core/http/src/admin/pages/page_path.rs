//! Path parameters of a page.

use serde::Deserialize;
use stoa_kernel::id::CollectionId;

use crate::extract::path_id;

/// Path parameters of a page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::admin) struct PagePath {
    #[serde(deserialize_with = "path_id")]
    pub(in crate::admin) page_id: CollectionId,
}
