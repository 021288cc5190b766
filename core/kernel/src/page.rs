//! Keyset pagination: a bounded limit, a cursor that names the last row seen, a stable order.

use serde::{Deserialize, Serialize};

/// Page request of a client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageRequest {
    /// Cursor: end of the previous page; none for the first.
    pub cursor: Option<String>,
    limit: Option<u64>,
}

impl PageRequest {
    /// Default page size.
    pub const DEFAULT_LIMIT: u64 = 50;
    /// Maximum page size.
    pub const MAX_LIMIT: u64 = 200;

    /// A page request with its limit clamped to the bounds.
    pub fn new(cursor: Option<String>, limit: Option<u64>) -> Self {
        Self { cursor: cursor.filter(|cursor| !cursor.is_empty()), limit }
    }

    /// Maximum number of rows to return, 1 to [`Self::MAX_LIMIT`].
    pub fn limit(&self) -> u64 {
        self.limit.unwrap_or(Self::DEFAULT_LIMIT).clamp(1, Self::MAX_LIMIT)
    }
}

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page<T> {
    /// The rows.
    pub items: Vec<T>,
    /// Cursor of the next page; none on the last.
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// Builds a page from rows fetched with a limit one higher than the page's.
    pub fn from_rows(mut rows: Vec<T>, limit: u64, cursor_of: impl Fn(&T) -> String) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next_cursor = if more { rows.last().map(cursor_of) } else { None };
        Self { items: rows, next_cursor }
    }

    /// The same page with its items converted.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(change).collect(), next_cursor: self.next_cursor }
    }
}
