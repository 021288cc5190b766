use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::tree::Document;

/// What contributors work on: the page's own words and its blocks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// Title and whatever else is said about the page, by name.
    pub page: Map<String, Value>,
    /// The blocks.
    pub document: Document,
}
