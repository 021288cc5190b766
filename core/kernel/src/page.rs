//! Lists by keyset: a bounded limit, a cursor that names the last row seen, a stable order.

use serde::{Deserialize, Serialize};

/// What a client asks of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageRequest {
    /// Where the page before ended; none for the first.
    pub cursor: Option<String>,
    limit: Option<u64>,
}

impl PageRequest {
    /// Rows on a page unless asked otherwise.
    pub const DEFAULT_LIMIT: u64 = 50;
    /// Most rows a page can hold.
    pub const MAX_LIMIT: u64 = 200;

    /// A request as it came in; the limit is brought into its bounds.
    pub fn new(cursor: Option<String>, limit: Option<u64>) -> Self {
        Self { cursor: cursor.filter(|cursor| !cursor.is_empty()), limit }
    }

    /// Rows to return, 1 to [`Self::MAX_LIMIT`].
    pub fn limit(&self) -> u64 {
        self.limit.unwrap_or(Self::DEFAULT_LIMIT).clamp(1, Self::MAX_LIMIT)
    }
}

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page<T> {
    /// The rows.
    pub items: Vec<T>,
    /// Where the next page starts; none on the last.
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// Makes a page of rows that were fetched with one more than the limit.
    pub fn from_rows(mut rows: Vec<T>, limit: u64, cursor_of: impl Fn(&T) -> String) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next_cursor = if more { rows.last().map(cursor_of) } else { None };
        Self { items: rows, next_cursor }
    }

    /// The same page with other items.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(change).collect(), next_cursor: self.next_cursor }
    }
}
