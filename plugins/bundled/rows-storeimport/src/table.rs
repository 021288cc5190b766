//! A table of comma-separated values that arrives part by part, with the line of the file where each record begins.

use std::io::{self, Read};

use csv::{ByteRecord, Reader, ReaderBuilder};
use stoa_plugin_sdk::{Error, ErrorCode, error};

use crate::found::Problem;

/// What separates cells. Spreadsheets of many countries write semicolons.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];
/// The bytes with which some programs begin a text in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Bytes of which the first line certainly has fewer.
const LONGEST_LINE: usize = 256 * 1024;

/// Why a table cannot be read.
#[derive(Debug)]
pub(crate) enum Fault {
    /// It is not a table that can be read.
    Bad(Problem),
    /// What sends it failed.
    Broken(Error),
}

/// A record, with the line where it begins, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) line: u32,
    cells: Vec<String>,
}

impl Record {
    /// The text of a cell without space around it; empty if it is not there. Without the apostrophe, too, that exports
    /// put before what spreadsheets would take for a formula.
    pub(crate) fn cell(&self, column: Option<usize>) -> &str {
        let text = column.and_then(|column| self.cells.get(column)).map(|cell| cell.trim()).unwrap_or_default();
        text.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@'])).unwrap_or(text)
    }

    /// The texts of all cells.
    pub(crate) fn cells(&self) -> &[String] {
        &self.cells
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.cells.iter().all(|cell| cell.trim().is_empty())
    }
}

/// The records of a file, the first of which has the headings.
pub(crate) struct Table<S> {
    reader: Reader<Plain<S>>,
    record: ByteRecord,
    /// Cells of the widest record so far, and of the last one.
    widest: usize,
    last: usize,
}

impl<S: FnMut() -> Result<Vec<u8>, Error>> Table<S> {
    /// A table of what `next` returns, until that is empty.
    pub(crate) fn open(next: S) -> Result<Self, Fault> {
        let mut plain = Plain::new(next);
        plain.fill_line().map_err(Fault::Broken)?;
        if plain.ready.starts_with(MARK) {
            plain.position = MARK.len();
        }
        let delimiter = delimiter(plain.ready.get(plain.position..).unwrap_or_default());
        let reader = ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(plain);
        Ok(Self { reader, record: ByteRecord::new(), widest: 0, last: 0 })
    }

    /// The next record; none at the end of a whole file.
    pub(crate) fn record(&mut self) -> Result<Option<Record>, Fault> {
        let is_there = self.reader.read_byte_record(&mut self.record).map_err(|failure| self.broken(&failure))?;
        if !is_there {
            let plain = self.reader.get_ref();
            let is_whole = !plain.is_open && (!plain.is_cut() || self.last == self.widest);
            return if is_whole { Ok(None) } else { Err(Fault::Bad(Problem::new("cutOff"))) };
        }
        let mut cells = Vec::with_capacity(self.record.len());
        for cell in &self.record {
            let text = std::str::from_utf8(cell).map_err(|_| Fault::Bad(Problem::new("notText")))?;
            cells.push(text.to_owned());
        }
        let record = Record { line: self.line(&cells), cells };
        self.last = record.cells.len();
        self.widest = self.widest.max(self.last);
        Ok(Some(record))
    }

    /// Where the record that was just read begins: before the line ends within it and the one after it.
    fn line(&self, cells: &[String]) -> u32 {
        let within = cells.iter().map(|cell| cell.bytes().filter(|byte| *byte == b'\n').count()).sum::<usize>();
        let after = usize::try_from(self.reader.position().line()).unwrap_or(usize::MAX);
        u32::try_from(after.saturating_sub(within + 1).max(1)).unwrap_or(u32::MAX)
    }

    fn broken(&self, failure: &csv::Error) -> Fault {
        let known = self.reader.get_ref().failure.clone();
        Fault::Broken(known.unwrap_or_else(|| error(ErrorCode::UpstreamFailed, failure.to_string())))
    }
}

/// The delimiter that the first line has most of.
fn delimiter(text: &[u8]) -> u8 {
    let first = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let count = |delimiter: u8| first.iter().filter(|byte| **byte == delimiter).count();
    DELIMITERS.into_iter().rev().max_by_key(|delimiter| count(*delimiter)).unwrap_or(b',')
}

/// The bytes of a file with `\n` at the end of each line, the last one included, so that lines can be counted.
struct Plain<S> {
    next: S,
    ready: Vec<u8>,
    position: usize,
    /// The last byte was `\r`, whose line has been ended already.
    is_after_return: bool,
    /// The last byte of the file so far.
    last: Option<u8>,
    /// An odd number of quotation marks was seen.
    is_open: bool,
    is_over: bool,
    failure: Option<Error>,
}

impl<S: FnMut() -> Result<Vec<u8>, Error>> Plain<S> {
    fn new(next: S) -> Self {
        Self {
            next,
            ready: Vec::new(),
            position: 0,
            is_after_return: false,
            last: None,
            is_open: false,
            is_over: false,
            failure: None,
        }
    }

    fn fill(&mut self) -> Result<(), Error> {
        self.ready.clear();
        self.position = 0;
        while self.ready.is_empty() && !self.is_over {
            self.add()?;
        }
        Ok(())
    }

    /// Waits for the first line, unless it is longer than any.
    fn fill_line(&mut self) -> Result<(), Error> {
        while !self.is_over && self.ready.len() < LONGEST_LINE && !self.ready.contains(&b'\n') {
            self.add()?;
        }
        Ok(())
    }

    fn add(&mut self) -> Result<(), Error> {
        let part = (self.next)()?;
        if part.is_empty() {
            self.is_over = true;
            if self.is_cut() {
                self.ready.push(b'\n');
            }
        }
        for byte in part {
            self.push(byte);
        }
        Ok(())
    }

    fn push(&mut self, byte: u8) {
        let is_second = byte == b'\n' && self.is_after_return;
        self.is_after_return = byte == b'\r';
        self.last = Some(byte);
        self.is_open ^= byte == b'"';
        if !is_second {
            self.ready.push(if byte == b'\r' { b'\n' } else { byte });
        }
    }

    /// Whether the file has ended without the end of a line.
    fn is_cut(&self) -> bool {
        self.is_over && self.last.is_some_and(|last| !matches!(last, b'\n' | b'\r'))
    }
}

impl<S: FnMut() -> Result<Vec<u8>, Error>> Read for Plain<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.position >= self.ready.len()
            && let Err(failure) = self.fill()
        {
            self.failure = Some(failure);
            return Err(io::Error::other("the file broke off"));
        }
        let rest = self.ready.get(self.position..).unwrap_or_default();
        let (length, room) = (rest.len().min(buffer.len()), buffer.iter_mut());
        room.zip(rest).for_each(|(place, byte)| *place = *byte);
        self.position += length;
        Ok(length)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// What gives a text in parts of a few bytes.
    pub(crate) fn parts(text: &[u8], length: usize) -> impl FnMut() -> Result<Vec<u8>, Error> {
        let mut parts: Vec<Vec<u8>> = text.chunks(length).map(<[u8]>::to_vec).collect();
        parts.reverse();
        move || Ok(parts.pop().unwrap_or_default())
    }

    fn read(text: &[u8], length: usize) -> Result<Vec<(u32, Vec<String>)>, &'static str> {
        let key = |fault: Fault| match fault {
            Fault::Bad(problem) => problem.key,
            Fault::Broken(_) => "broken",
        };
        let mut table = Table::open(parts(text, length)).map_err(key)?;
        let mut records = Vec::new();
        while let Some(record) = table.record().map_err(key)? {
            records.push((record.line, record.cells));
        }
        Ok(records)
    }

    #[test]
    fn records_have_the_lines_where_they_begin() {
        let text = "\u{feff}a,b\n1,\"x\n\n y \"\"z\"\"\"\n\n2,w\n";
        for text in [text.to_owned(), text.replace('\n', "\r\n"), text.replace('\n', "\r"), text.trim_end().to_owned()]
        {
            for length in [1, 3, 1_000] {
                let found = read(text.as_bytes(), length).expect("a table");
                let lines: Vec<u32> = found.iter().map(|(line, _)| *line).collect();
                assert_eq!(lines, [1, 2, 6], "{text:?} {length}");
                assert_eq!(found[0].1, ["a", "b"]);
                assert_eq!(found[1].1, ["1", "x\n\n y \"z\""]);
            }
        }
    }

    #[test]
    fn guards_against_formulas_are_left_out() {
        let mut table = Table::open(parts(b"'+Plus,'-3,'s,\" '=1 \",''\n", 9)).expect("a table");
        let Ok(Some(record)) = table.record() else { panic!("a record") };
        let cells: Vec<&str> = (0..6).map(|column| record.cell(Some(column))).collect();
        assert_eq!(cells, ["+Plus", "-3", "'s", "=1", "''", ""]);
    }

    #[test]
    fn spreadsheets_write_other_delimiters() {
        assert_eq!(read(b"a;b,c\td;e\n", 9).expect("a table")[0].1, ["a", "b,c\td", "e"]);
        assert_eq!(read(b"a\tb\n", 9).expect("a table")[0].1, ["a", "b"]);
        assert_eq!(read(b"a\n", 9).expect("a table")[0].1, ["a"]);
    }

    #[test]
    fn a_file_that_is_not_whole_is_noticed() {
        assert_eq!(read(b"a,b\n1,\"x", 4), Err("cutOff"));
        assert_eq!(read(b"a,b\n1,x\n2", 4), Err("cutOff"));
        assert_eq!(read(b"a,b\n1,x\n2\n", 4).map(|found| found.len()), Ok(3));
        assert_eq!(read(b"a,b\n\xff,x\n", 4), Err("notText"));
        assert_eq!(read(b"", 4), Ok(Vec::new()));
    }

    #[test]
    fn what_breaks_off_is_not_the_end() {
        let mut parts = vec![Err(error(ErrorCode::TimedOut, "it did not go on")), Ok(b"a,b\n1,2\n".to_vec())];
        let mut table = Table::open(move || parts.pop().unwrap_or_else(|| Ok(Vec::new()))).expect("a table");
        assert!(matches!(table.record(), Ok(Some(_))));
        assert!(matches!(table.record(), Ok(Some(_))));
        let Err(Fault::Broken(failure)) = table.record() else { panic!("it broke off") };
        assert_eq!(failure.message, "it did not go on");
    }
}
