//! Path parameters of a page.

use serde::Deserialize;

/// Path parameters of a page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::admin) struct PagePath {
    pub(in crate::admin) page_id: String,
}
