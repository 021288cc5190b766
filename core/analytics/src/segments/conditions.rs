//! Which visits of a day are meant.

use super::Part;
use super::day::Day;

/// Values that visits must have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    values: Vec<(Part, i64)>,
    /// Pages that they must have seen.
    pages: Vec<i64>,
}

impl Conditions {
    /// Visits with this value in a column.
    pub(crate) fn require(&mut self, part: Part, value: i64) {
        self.values.push((part, value));
    }

    /// Visits that saw a page.
    pub(crate) fn require_page(&mut self, page: i64) {
        self.pages.push(page);
    }

    /// The columns that are read.
    pub(super) fn parts(&self) -> Vec<Part> {
        let mut parts = vec![Part::Fresh];
        parts.extend(self.values.iter().map(|(part, _)| *part));
        if !self.pages.is_empty() {
            parts.extend([Part::Pages, Part::Page, Part::PageViews, Part::SeenElsewhere]);
        }
        parts
    }

    /// Whether each visit of the day is meant.
    pub(super) fn meant(&self, day: &Day) -> Vec<bool> {
        let Some(fresh) = day.column(Part::Fresh) else { return Vec::new() };
        let mut meant = vec![true; fresh.len()];
        day.leave_out(&mut meant);
        for (part, value) in &self.values {
            match day.column(*part).and_then(|column| Some((column, column.code_of(*value)?))) {
                Some((column, code)) => {
                    for (place, own) in meant.iter_mut().enumerate() {
                        *own = *own && column.code(place) == code;
                    }
                }
                None => meant.fill(false),
            }
        }
        for page in &self.pages {
            if keep_seen(day, *page, &mut meant).is_none() {
                meant.fill(false);
            }
        }
        meant
    }
}

/// Keeps the visits that saw a page; none when no visit of the day did.
fn keep_seen(day: &Day, page: i64, meant: &mut [bool]) -> Option<()> {
    let (counts, pages) = (day.column(Part::Pages)?, day.column(Part::Page)?);
    let (views, elsewhere) = (day.column(Part::PageViews)?, day.column(Part::SeenElsewhere)?);
    let code = pages.code_of(page)?;
    let mut row = 0;
    for (place, own) in meant.iter_mut().enumerate() {
        let mut rows = row..row + counts.size(place);
        row = rows.end;
        let is_seen = |row: usize| pages.code(row) == code && (views.value(row) > 0 || elsewhere.value(row) > 0);
        *own = *own && rows.any(is_seen);
    }
    Some(())
}
