use super::{MARK, line};

/// State of a CSV file that is written in parts, so that a long file needs only the memory of one part.
#[derive(Debug)]
pub(crate) enum Place<B> {
    /// Nothing was written yet.
    Start,
    /// The next part starts after this row.
    Behind(B),
    /// Everything was written.
    End,
}

impl<B> Place<B> {
    /// Maximum number of rows per part.
    pub(crate) const ROWS: u64 = 500;

    /// The beginning of the next part (the header in the first one), and the row after which it starts; `None` after
    /// the last part. The part is the last one unless [`continue_after_row`](Self::go_on_behind) is called with a row.
    pub(crate) fn next<const CELLS: usize>(&mut self, headings: [&str; CELLS]) -> Option<(String, Option<B>)> {
        match std::mem::replace(self, Place::End) {
            Place::Start => Some((format!("{MARK}{}", line(headings.map(str::to_owned))), None)),
            Place::Behind(row) => Some((String::new(), Some(row))),
            Place::End => None,
        }
    }

    /// Continues after `last`, the last row of a full part; ends when it is `None`.
    pub(crate) fn continue_after_row(&mut self, last: Option<B>) {
        if let Some(row) = last {
            *self = Place::Behind(row);
        }
    }

    /// Continues after the last row, if the rows fill a part.
    pub(crate) fn continue_after_full_part(&mut self, mut rows: Vec<B>) {
        let is_full = u64::try_from(rows.len()) == Ok(Self::ROWS);
        self.continue_after_row(rows.pop().filter(|_| is_full));
    }
}
