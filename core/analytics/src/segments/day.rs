//! The columns of a day as they are stored. Each row begins with the number of this form; then come columns, each with
//! its number and its length.

use std::collections::{HashMap, HashSet};

use stoa_kernel::clock::Timestamp;

use super::packed::Column;
use super::{FORM, Part};

/// Most bytes of a day that is one row.
const SMALL: usize = 16 * 1_024;

/// The columns of a day that were asked for.
pub(crate) struct Day {
    pub(super) start: Timestamp,
    columns: HashMap<i16, Column>,
    /// The beginnings of hours whose visits are left out.
    left_out: HashSet<i64>,
    /// Visitors who may have visits that are not among the columns.
    shared: HashSet<i64>,
}

impl Day {
    pub(super) fn new(start: Timestamp, columns: impl IntoIterator<Item = (Part, Column)>) -> Self {
        let columns = columns.into_iter().map(|(part, column)| (part.number(), column)).collect();
        Self { start, columns, left_out: HashSet::new(), shared: HashSet::new() }
    }

    /// The columns in the rows of a day; none when they cannot be read.
    pub(super) fn of<'a>(start: Timestamp, rows: impl IntoIterator<Item = &'a [u8]>) -> Option<Self> {
        let mut columns = HashMap::new();
        for row in rows {
            let (form, mut rest) = row.split_first()?;
            if *form != FORM {
                return None;
            }
            while !rest.is_empty() {
                let (part, after) = rest.split_first_chunk::<2>()?;
                let (length, after) = after.split_first_chunk::<4>()?;
                let (bytes, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
                columns.insert(i16::from_le_bytes(*part), Column::read(bytes)?);
                rest = after;
            }
        }
        Some(Self { start, columns, left_out: HashSet::new(), shared: HashSet::new() })
    }

    /// The day without the visits that began in some hours; visitors of others may be among these.
    pub(super) fn without(self, hours: HashSet<i64>, shared: HashSet<i64>) -> Self {
        Self { left_out: hours, shared, ..self }
    }

    /// The visitors who may have visits that are not among the columns.
    pub(super) fn visitors(&self) -> HashSet<i64> {
        self.shared.clone()
    }

    /// The day, of whose visitors some have visits elsewhere.
    pub(super) fn sharing(self, shared: HashSet<i64>) -> Self {
        Self { shared, ..self }
    }

    /// Takes the visits out that are left out.
    pub(super) fn leave_out(&self, meant: &mut [bool]) {
        if self.left_out.is_empty() {
            return;
        }
        let Some(hours) = self.column(Part::Hour) else { return };
        let is_left_out: Vec<bool> = hours.list().iter().map(|hour| self.left_out.contains(hour)).collect();
        for (place, own) in meant.iter_mut().enumerate() {
            *own = *own && !is_left_out.get(hours.code(place) as usize).copied().unwrap_or(false);
        }
    }

    /// The visitor of the visit at a place, who may have visits that are not among the columns.
    pub(super) fn shared(&self, place: usize) -> Option<i64> {
        if self.shared.is_empty() {
            return None;
        }
        let visitor = self.column(Part::Visitor)?.value(place);
        self.shared.contains(&visitor).then_some(visitor)
    }

    /// A column; none when the day has nothing of its kind.
    pub(super) fn column(&self, part: Part) -> Option<&Column> {
        self.columns.get(&part.number())
    }
}

/// The rows of columns, by the number of the column; one row when they are short.
pub(super) fn stored(columns: &[(Part, Column)]) -> Vec<(i16, Vec<u8>)> {
    let written = columns.iter().map(|(part, column)| {
        let mut bytes = Vec::new();
        column.write(&mut bytes);
        (part.number(), bytes)
    });
    let written: Vec<(i16, Vec<u8>)> = written.collect();
    let whole = written.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
    let row = |number: i16, columns: &[(i16, Vec<u8>)]| {
        let mut row = vec![FORM];
        for (part, bytes) in columns {
            row.extend(part.to_le_bytes());
            row.extend((bytes.len() as u32).to_le_bytes());
            row.extend(bytes);
        }
        (number, row)
    };
    match written.as_slice() {
        [] => Vec::new(),
        all if whole <= SMALL => vec![row(Part::All.number(), all)],
        all => all.chunks(1).map(|own| row(own.first().map_or(0, |(part, _)| *part), own)).collect(),
    }
}
