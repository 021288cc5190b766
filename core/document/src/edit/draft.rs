//! A draft: what operations are applied to.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::tree::Document;

/// A draft: texts of the page and its document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// Title and other texts of the page, by name.
    pub page: Map<String, Value>,
    /// The document.
    pub document: Document,
}
