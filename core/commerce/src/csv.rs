//! Tables as spreadsheets write and read them.

mod parts;

use std::iter::Peekable;
use std::str::Chars;

use stoa_locale::Moment;

pub(crate) use parts::Place;

/// Tells spreadsheets that a file is UTF-8.
const MARK: char = '\u{feff}';

/// A line of a file, as RFC 4180 writes it.
pub(crate) fn line<const CELLS: usize>(cells: [String; CELLS]) -> String {
    format!("{}\r\n", cells.map(|text| cell(&text)).join(","))
}

/// An instant as `2026-11-21 17:30:00`, which spreadsheets read as one.
pub(crate) fn utc(ms: i64) -> String {
    Moment::new(ms, "UTC").map_or_else(
        |_| ms.to_string(),
        |moment| {
            format!(
                "{:04}-{:02}-{:02} {:02}:{:02}:{:02}",
                moment.year(),
                moment.month(),
                moment.day(),
                moment.hour(),
                moment.minute(),
                moment.second()
            )
        },
    )
}

/// A cell in quotes. A spreadsheet would run text that begins like a formula, and customers choose
/// their names: an apostrophe in front keeps it text.
fn cell(text: &str) -> String {
    let guard = if is_formula(text) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

fn is_formula(text: &str) -> bool {
    text.trim_start().starts_with(['=', '+', '-', '@']) || text.starts_with(['\t', '\r', '\n'])
}

/// A cell without the apostrophe that [`line`] puts in front of what begins like a formula.
pub(crate) fn unguarded(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(text)
}

/// A line of a file that was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The line it begins in, counted from 1.
    pub(crate) line: usize,
    /// What stands in it.
    pub(crate) cells: Vec<String>,
}

/// A quote that begins in this line has no end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OpenQuote(pub(crate) usize);

/// Reads a file whose cells are parted by commas, semicolons or tabs, whichever its first line has most of. Lines
/// in which nothing stands are left out.
pub(crate) fn read(text: &str) -> Result<Vec<Record>, OpenQuote> {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    let first = text.lines().next().unwrap_or_default();
    let count = |sign: char| first.matches(sign).count();
    let parting = [',', ';', '\t'].into_iter().rev().max_by_key(|sign| count(*sign)).unwrap_or(',');
    let mut reader = Reader { signs: text.chars().peekable(), line: 1, parting };
    let mut records = Vec::new();
    while reader.signs.peek().is_some() {
        let record = reader.record()?;
        if record.cells.iter().any(|cell| !cell.trim().is_empty()) {
            records.push(record);
        }
    }
    Ok(records)
}

struct Reader<'a> {
    signs: Peekable<Chars<'a>>,
    line: usize,
    parting: char,
}

impl Reader<'_> {
    fn record(&mut self) -> Result<Record, OpenQuote> {
        let line = self.line;
        let mut cells = vec![String::new()];
        while let Some(sign) = self.signs.next() {
            match sign {
                '\r' | '\n' => {
                    if sign == '\r' {
                        self.signs.next_if_eq(&'\n');
                    }
                    self.line += 1;
                    break;
                }
                sign if sign == self.parting => cells.push(String::new()),
                sign => {
                    let Some(cell) = cells.last_mut() else { break };
                    if sign == '"' && cell.is_empty() {
                        self.quoted(cell)?;
                    } else {
                        cell.push(sign);
                    }
                }
            }
        }
        Ok(Record { line, cells })
    }

    /// What stands between quotes, after the first of them.
    fn quoted(&mut self, cell: &mut String) -> Result<(), OpenQuote> {
        let begun = self.line;
        loop {
            match self.signs.next() {
                None => return Err(OpenQuote(begun)),
                Some('"') if self.signs.next_if_eq(&'"').is_none() => return Ok(()),
                Some(sign) => {
                    if sign == '\n' {
                        self.line += 1;
                    }
                    cell.push(sign);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OpenQuote, Record, cell, line, read, unguarded, utc};

    #[test]
    fn instants_are_in_utc() {
        assert_eq!(utc(1_767_225_600_000), "2026-01-01 00:00:00");
    }

    #[test]
    fn cells_are_quoted_and_never_run() {
        assert_eq!(cell("Ada \"The\" Byron"), "\"Ada \"\"The\"\" Byron\"");
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1"] {
            assert!(cell(formula).starts_with("\"'"), "{formula}");
            assert_eq!(unguarded(&format!("'{formula}")), formula);
        }
        assert_eq!(cell("plain"), "\"plain\"");
        assert_eq!(unguarded("'s-Hertogenbosch"), "'s-Hertogenbosch");
    }

    fn record(line: usize, cells: &[&str]) -> Record {
        Record { line, cells: cells.iter().map(|cell| (*cell).to_owned()).collect() }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let cells = ["a, b", "say \"so\"", "two\nlines", ""];
        let text = line(cells.map(str::to_owned));
        assert_eq!(read(&text).unwrap(), [record(1, &cells)]);
    }

    #[test]
    fn lines_are_counted_and_the_sign_between_cells_is_found() {
        let text = "\u{feff}SKU;Stock\r\n\r\n\"A\r\nB\";1,5\r\n;;\nC;\"\"\n";
        let records = [record(1, &["SKU", "Stock"]), record(3, &["A\r\nB", "1,5"]), record(6, &["C", ""])];
        assert_eq!(read(text).unwrap(), records);
        assert_eq!(read("SKU\tStock\rA\t1").unwrap(), [record(1, &["SKU", "Stock"]), record(2, &["A", "1"])]);
        assert_eq!(read("").unwrap(), []);
        assert_eq!(read("SKU").unwrap(), [record(1, &["SKU"])]);
    }

    #[test]
    fn a_quote_without_an_end_is_named() {
        assert_eq!(read("SKU,Stock\nA,1\n\"B,2\nC,3\n").unwrap_err(), OpenQuote(3));
    }
}
