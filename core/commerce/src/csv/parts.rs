use super::{MARK, line};

/// Where a table stands that is written part by part, so that a long one takes no more memory than a part.
#[derive(Debug)]
pub(crate) enum Place<B> {
    /// Nothing is written yet.
    Start,
    /// What comes next lies behind this row.
    Behind(B),
    /// All is written.
    End,
}

impl<B> Place<B> {
    /// Rows of a part.
    pub(crate) const ROWS: u64 = 500;

    /// What the next part begins with, and the row that it lies behind; none after the last part. It is the last one
    /// unless [`go_on_behind`](Self::go_on_behind) is told of a row.
    pub(crate) fn next<const CELLS: usize>(&mut self, headings: [&str; CELLS]) -> Option<(String, Option<B>)> {
        match std::mem::replace(self, Place::End) {
            Place::Start => Some((format!("{MARK}{}", line(headings.map(str::to_owned))), None)),
            Place::Behind(row) => Some((String::new(), Some(row))),
            Place::End => None,
        }
    }

    /// Another part lies behind the last row of a full one.
    pub(crate) fn go_on_behind(&mut self, last: Option<B>) {
        if let Some(row) = last {
            *self = Place::Behind(row);
        }
    }

    /// Another part lies behind the last of the rows, unless they fill none.
    pub(crate) fn go_on_behind_full(&mut self, mut rows: Vec<B>) {
        let is_full = u64::try_from(rows.len()) == Ok(Self::ROWS);
        self.go_on_behind(rows.pop().filter(|_| is_full));
    }
}
