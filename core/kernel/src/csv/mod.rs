//! CSV files for spreadsheets: writing and reading.

mod chunked;

use std::io::Read as _;

use ::csv::{QuoteStyle, ReaderBuilder, Terminator, WriterBuilder};

use crate::clock::Timestamp;
pub use chunked::Progress;

/// Byte order mark, which tells spreadsheets that a file is UTF-8.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// Follows the text that is read. It is a record of its own unless a quoted cell before it is not closed.
const LAST_LINE: &str = "\nend";
/// The only cell of [`LAST_LINE`].
const LAST_CELL: &str = "end";

/// A record in the format of RFC 4180. Each cell is quoted; text that spreadsheets would evaluate as a formula gets a
/// leading apostrophe.
pub fn line(cells: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut writer =
        WriterBuilder::new().quote_style(QuoteStyle::Always).terminator(Terminator::CRLF).from_writer(Vec::new());
    // Writing to memory does not fail.
    let _ = writer.write_record(cells.into_iter().map(|text| with_formula_guard(text.as_ref())));
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// A UTC time as `2026-11-21 17:30:00`, which spreadsheets recognise.
pub fn utc(time: Timestamp) -> String {
    jiff::Timestamp::from_millisecond(time.ms())
        .map_or_else(|_| time.to_string(), |civil| civil.strftime("%Y-%m-%d %H:%M:%S").to_string())
}

/// Spreadsheets would execute text that starts like a formula, and customers choose their names, so such text gets a
/// leading apostrophe. In Japanese, signs of full width begin a formula, too.
fn with_formula_guard(text: &str) -> String {
    if is_formula(text) { format!("'{text}") } else { text.to_owned() }
}

fn is_formula(text: &str) -> bool {
    text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) || text.starts_with(['\t', '\r', '\n'])
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
    let reader = ReaderBuilder::new()
        .delimiter(separator(text))
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes().chain(LAST_LINE.as_bytes()));
    let (mut records, mut line, mut rest) = (Vec::new(), 1, text);
    // Reading from memory does not fail.
    for found in reader.into_records().map_while(Result::ok) {
        // The position of a record is behind the first character of the line end before it.
        let position = found.position().and_then(|position| usize::try_from(position.byte()).ok());
        let following = position.and_then(|position| text.get(position..)).unwrap_or_default();
        let following = following.trim_start_matches(['\r', '\n']);
        line += line_ends(rest.get(..rest.len() - following.len()).unwrap_or_default());
        rest = following;
        records.push(Record { line, cells: found.iter().map(str::to_owned).collect() });
    }
    match records.pop() {
        Some(last) if last.cells != [LAST_CELL] => {
            let before = last.cells.iter().rev().skip(1);
            Err(OpenQuote(last.line + before.map(|cell| line_ends(cell)).sum::<usize>()))
        }
        _ => {
            records.retain(|record| record.cells.iter().any(|cell| !cell.trim().is_empty()));
            Ok(records)
        }
    }
}

/// The most frequent separator of the first line.
fn separator(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |separator: &u8| first.bytes().filter(|byte| byte == separator).count();
    [b',', b';', b'\t'].into_iter().rev().max_by_key(count).unwrap_or(b',')
}

/// Number of line ends: `\r\n`, or one of the two characters alone.
fn line_ends(text: &str) -> usize {
    text.matches(['\r', '\n']).count() - text.matches("\r\n").count()
}

#[cfg(test)]
mod tests {
    use super::{OpenQuote, Record, Timestamp, line, read, utc, without_formula_guard};

    #[test]
    fn instants_are_in_utc() {
        assert_eq!(utc(Timestamp::from_ms(1_767_225_600_000)), "2026-01-01 00:00:00");
    }

    #[test]
    fn cells_are_quoted_and_never_run() {
        let cell = |text: &str| line([text]).strip_suffix("\r\n").unwrap().to_owned();
        assert_eq!(cell("Ada \"The\" Byron"), "\"Ada \"\"The\"\" Byron\"");
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1", "＝1+1", "＠SUM(A1)"] {
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
        assert_eq!(read("SKU,Stock\n\"A\nB\",\"1\nend").unwrap_err(), OpenQuote(3));
        assert_eq!(read("SKU\nend").unwrap(), [record(1, &["SKU"]), record(2, &["end"])]);
    }
}
