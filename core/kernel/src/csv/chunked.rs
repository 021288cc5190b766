//! CSV files that are written in parts.

use super::{BYTE_ORDER_MARK, line};

/// State of a CSV file that is written in parts, so that a long file needs only the memory of one part.
#[derive(Debug)]
pub enum Progress<B> {
    /// Nothing was written yet.
    Start,
    /// The next part starts after this row.
    After(B),
    /// Everything was written.
    End,
}

impl<B> Progress<B> {
    /// Maximum number of rows per part.
    pub const ROWS: u64 = 500;

    /// The beginning of the next part (the header in the first one), and the row after which it starts; `None` after
    /// the last part. The part is the last one unless [`continue_after_row`](Self::continue_after_row) is called with a row.
    pub fn next<const CELLS: usize>(&mut self, headings: [&str; CELLS]) -> Option<(String, Option<B>)> {
        match std::mem::replace(self, Progress::End) {
            Progress::Start => Some((format!("{BYTE_ORDER_MARK}{}", line(headings)), None)),
            Progress::After(row) => Some((String::new(), Some(row))),
            Progress::End => None,
        }
    }

    /// Continues after `last`, the last row of a full part; ends when it is `None`.
    pub fn continue_after_row(&mut self, last: Option<B>) {
        if let Some(row) = last {
            *self = Progress::After(row);
        }
    }

    /// Continues after the last row, if the rows fill a part.
    pub fn continue_after_full_part(&mut self, mut rows: Vec<B>) {
        let is_full = u64::try_from(rows.len()) == Ok(Self::ROWS);
        self.continue_after_row(rows.pop().filter(|_| is_full));
    }
}
