//! The source line of a problem with a caret below its column.

use super::Problem;

/// Maximum number of characters of a line that are shown.
const WIDTH: usize = 100;
/// Characters before the column when a line is truncated.
const BEFORE: usize = 40;

/// A source line and the caret line below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The line, or the part of it around the column.
    pub line: String,
    /// Spaces and a caret below the column.
    pub mark: String,
}

impl Problem {
    /// The excerpt of a problem; none when it has no line.
    #[must_use]
    pub fn excerpt(&self) -> Option<Excerpt> {
        let source: Vec<char> = self.source.as_deref()?.trim_end().chars().collect();
        let column = usize::try_from(self.column.max(1)).unwrap_or(1) - 1;
        let start = if source.len() > WIDTH { column.saturating_sub(BEFORE) } else { 0 };
        let shown: Vec<char> = source.into_iter().skip(start).take(WIDTH).collect();
        // Tabs are kept, so that the caret is below its character however wide tabs are shown.
        let before = shown.iter().take(column - start).map(|letter| if *letter == '\t' { '\t' } else { ' ' });
        let mark = before.chain(std::iter::once('^')).collect();
        Some(Excerpt { line: shown.into_iter().collect(), mark })
    }
}

#[cfg(test)]
mod tests {
    use super::super::TextPosition;
    use super::*;

    fn excerpt(line: &str, column: u32) -> Option<(String, String)> {
        let mut problem = Problem::error("x", "f", "m").at(TextPosition { line: 1, column });
        problem = problem.quoting(line);
        problem.excerpt().map(|excerpt| (excerpt.line, excerpt.mark))
    }

    #[test]
    fn error_caret_column() {
        assert_eq!(excerpt("\tä{b|no}", 3), Some(("\tä{b|no}".to_owned(), "\t ^".to_owned())));
        let long = format!("{}{{b|no}}{}", "x".repeat(300), "y".repeat(300));
        let (line, mark) = excerpt(&long, 301).unwrap();
        assert_eq!((line.chars().count(), line.find('{'), mark.find('^')), (100, Some(40), Some(40)));
        assert_eq!(Problem::error("x", "f", "m").excerpt(), None);
    }
}
