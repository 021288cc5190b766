//! Lines of a text that arrives part by part.

use crate::streams::{Fault, Input};
use crate::{Error, ErrorCode, error, invalid_input};

/// Bytes that are asked for at once.
const PART: u32 = 64 * 1024;
/// Longest line, bytes.
const MAX_LINE_BYTES: usize = 1024 * 1024;

/// A line without its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Where it stands, from 1.
    pub number: u32,
    /// Its text.
    pub text: String,
}

/// The lines of a text in UTF-8, in their order; see [`lines`].
#[derive(Debug)]
pub struct Lines<'a> {
    input: &'a Input,
    arrived: Vec<u8>,
    /// Where the next line begins in it.
    start: usize,
    number: u32,
    is_over: bool,
}

/// Reads an input line by line, with memory for the longest line alone. After an error there are no more lines: it is one for
/// the person, `invalid-input`, when the text is not UTF-8 or a line longer than 1 MiB, and `upstream-failed` or `timed-out`
/// when it broke off.
#[must_use]
pub fn lines(input: &Input) -> Lines<'_> {
    Lines { input, arrived: Vec::new(), start: 0, number: 0, is_over: false }
}

impl Lines<'_> {
    /// The bytes up to `end`, without an end of line.
    fn line(&mut self, end: usize) -> Result<Line, Error> {
        let bytes = self.arrived.get(self.start..end).unwrap_or_default();
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        self.number += 1;
        let text = std::str::from_utf8(bytes).map(str::to_owned);
        self.start = end + 1;
        match text {
            Ok(text) => Ok(Line { number: self.number, text }),
            Err(_) => Err(self.over(invalid_input(format!("line {} is not UTF-8", self.number)))),
        }
    }

    fn over(&mut self, error: Error) -> Error {
        self.is_over = true;
        self.arrived.clear();
        self.start = 0;
        error
    }

    /// Asks for more, and forgets what was read.
    fn fill(&mut self) -> Result<(), Error> {
        self.arrived.drain(..self.start.min(self.arrived.len()));
        self.start = 0;
        if self.arrived.len() > MAX_LINE_BYTES {
            return Err(self.over(invalid_input(format!("line {} is longer than 1 MB", self.number + 1))));
        }
        match self.input.read(PART) {
            Ok(part) if part.is_empty() => self.is_over = true,
            Ok(part) => self.arrived.extend(part),
            Err(fault) => return Err(self.over(unread(fault))),
        }
        Ok(())
    }
}

fn unread(fault: Fault) -> Error {
    match fault {
        Fault::Broken => error(ErrorCode::UpstreamFailed, "the text broke off"),
        Fault::Timeout => error(ErrorCode::TimedOut, "the text did not go on in time"),
        Fault::BudgetExhausted => invalid_input("the text is too long"),
    }
}

impl Iterator for Lines<'_> {
    type Item = Result<Line, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = self.arrived.get(self.start..).unwrap_or_default();
            if let Some(length) = rest.iter().position(|byte| *byte == b'\n') {
                return Some(self.line(self.start + length));
            }
            if self.is_over {
                let end = self.arrived.len();
                return if rest.is_empty() { None } else { Some(self.line(end)) };
            }
            if let Err(error) = self.fill() {
                return Some(Err(error));
            }
        }
    }
}
