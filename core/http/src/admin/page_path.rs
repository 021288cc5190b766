//! The page that a call is about, as its address names it.

use serde::Deserialize;

/// A page of a site.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PagePath {
    pub(super) page_id: String,
}
