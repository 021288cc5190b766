//! Pagination of lists: cursor and limit as input, next cursor as output.

use serde::{Deserialize, Serialize};
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

/// Cursor and limit of a list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// `nextPageCursor` of the page before.
    pub cursor: Option<String>,
    /// Number of rows, at most 200; default 50.
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u64>,
}

impl From<ListQuery> for PageRequest {
    fn from(query: ListQuery) -> Self {
        PageRequest::new(query.cursor, query.limit)
    }
}

/// Position in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    /// Whether there are more rows.
    pub has_next_page: bool,
    /// Cursor of the next page.
    pub next_page_cursor: Option<String>,
}

impl From<Option<String>> for Listing {
    fn from(next_page_cursor: Option<String>) -> Self {
        Self { has_next_page: next_page_cursor.is_some(), next_page_cursor }
    }
}
