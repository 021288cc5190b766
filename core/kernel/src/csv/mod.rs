//! CSV files for spreadsheets: writing and reading.

mod chunked;

use std::iter::Peekable;
use std::str::Chars;

pub use chunked::Progress;

/// Byte order mark, which tells spreadsheets that a file is UTF-8.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// A record in the format of RFC 4180. Each cell is quoted; text that spreadsheets would evaluate as a formula gets a
/// leading apostrophe.
pub fn line(cells: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|text| cell(text.as_ref())).collect();
    format!("{}\r\n", cells.join(","))
}

/// A UTC time as `2026-11-21 17:30:00`, which spreadsheets recognise.
pub fn utc(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms)
        .map_or_else(|_| ms.to_string(), |time| time.strftime("%Y-%m-%d %H:%M:%S").to_string())
}

/// A quoted cell. Spreadsheets would execute text that starts like a formula, and customers choose their names, so such
/// text gets a leading apostrophe.
fn cell(text: &str) -> String {
    let guard = if is_formula(text) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

fn is_formula(text: &str) -> bool {
    text.trim_start().starts_with(['=', '+', '-', '@']) || text.starts_with(['\t', '\r', '\n'])
}

/// Removes the apostrophe that [`line`] adds to text that starts like a formula.
pub fn without_formula_guard(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(text)
}

/// A record of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Record {
    /// Number of its first line, from 1.
    pub line: usize,
    /// Its cells.
    pub cells: Vec<String>,
}

/// Error: a quoted cell that starts in this line is not closed.
#[derive(Debug, PartialEq, Eq)]
pub struct OpenQuote(pub usize);

/// Parses a file with commas, semicolons or tabs as separators, whichever is most frequent in its first line. Empty
/// records are left out.
///
/// # Errors
/// When a quoted cell is not closed.
pub fn read(text: &str) -> Result<Vec<Record>, OpenQuote> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let first = text.lines().next().unwrap_or_default();
    let count = |char: char| first.matches(char).count();
    let separator = [',', ';', '\t'].into_iter().rev().max_by_key(|char| count(*char)).unwrap_or(',');
    let mut reader = Reader { chars: text.chars().peekable(), line: 1, separator };
    let mut records = Vec::new();
    while reader.chars.peek().is_some() {
        let record = reader.record()?;
        if record.cells.iter().any(|cell| !cell.trim().is_empty()) {
            records.push(record);
        }
    }
    Ok(records)
}

struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    line: usize,
    separator: char,
}

impl Reader<'_> {
    fn record(&mut self) -> Result<Record, OpenQuote> {
        let line = self.line;
        let mut cells = vec![String::new()];
        while let Some(char) = self.chars.next() {
            match char {
                '\r' | '\n' => {
                    if char == '\r' {
                        self.chars.next_if_eq(&'\n');
                    }
                    self.line += 1;
                    break;
                }
                char if char == self.separator => cells.push(String::new()),
                char => {
                    let Some(cell) = cells.last_mut() else { break };
                    if char == '"' && cell.is_empty() {
                        self.quoted(cell)?;
                    } else {
                        cell.push(char);
                    }
                }
            }
        }
        Ok(Record { line, cells })
    }

    /// Reads a quoted cell after its opening quote.
    fn quoted(&mut self, cell: &mut String) -> Result<(), OpenQuote> {
        let begun = self.line;
        loop {
            match self.chars.next() {
                None => return Err(OpenQuote(begun)),
                Some('"') if self.chars.next_if_eq(&'"').is_none() => return Ok(()),
                Some(char) => {
                    if char == '\n' {
                        self.line += 1;
                    }
                    cell.push(char);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OpenQuote, Record, cell, line, read, utc, without_formula_guard};

    #[test]
    fn instants_are_in_utc() {
        assert_eq!(utc(1_767_225_600_000), "2026-01-01 00:00:00");
    }

    #[test]
    fn cells_are_quoted_and_never_run() {
        assert_eq!(cell("Ada \"The\" Byron"), "\"Ada \"\"The\"\" Byron\"");
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1"] {
            assert!(cell(formula).starts_with("\"'"), "{formula}");
            assert_eq!(without_formula_guard(&format!("'{formula}")), formula);
        }
        assert_eq!(cell("plain"), "\"plain\"");
        assert_eq!(without_formula_guard("'s-Hertogenbosch"), "'s-Hertogenbosch");
    }

    fn record(line: usize, cells: &[&str]) -> Record {
        Record { line, cells: cells.iter().map(|cell| (*cell).to_owned()).collect() }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let cells = ["a, b", "say \"so\"", "two\nlines", ""];
        let text = line(cells);
        assert_eq!(read(&text).unwrap(), [record(1, &cells)]);
    }

    #[test]
    fn line_numbers_and_separator_detection() {
        let text = "\u{feff}SKU;Stock\r\n\r\n\"A\r\nB\";1,5\r\n;;\nC;\"\"\n";
        let records = [record(1, &["SKU", "Stock"]), record(3, &["A\r\nB", "1,5"]), record(6, &["C", ""])];
        assert_eq!(read(text).unwrap(), records);
        assert_eq!(read("SKU\tStock\rA\t1").unwrap(), [record(1, &["SKU", "Stock"]), record(2, &["A", "1"])]);
        assert_eq!(read("").unwrap(), []);
        assert_eq!(read("SKU").unwrap(), [record(1, &["SKU"])]);
    }

    #[test]
    fn unclosed_quote_is_reported() {
        assert_eq!(read("SKU,Stock\nA,1\n\"B,2\nC,3\n").unwrap_err(), OpenQuote(3));
    }
}
