//! The source line of a problem with a caret below its column.

use stoa_site::themes::Problem;

/// Maximum number of characters of a line that are shown.
const WIDTH: usize = 100;
/// Characters before the column when a line is truncated.
const BEFORE: usize = 40;

/// A source line and the caret line below it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub(super) line: String,
    pub(super) mark: String,
}

/// The excerpt of a problem; none when it has no line.
pub(super) fn of(problem: &Problem) -> Option<Excerpt> {
    let source: Vec<char> = problem.source.as_deref()?.trim_end().chars().collect();
    let column = usize::try_from(problem.column.max(1)).unwrap_or(1) - 1;
    let start = if source.len() > WIDTH { column.saturating_sub(BEFORE) } else { 0 };
    let shown: Vec<char> = source.into_iter().skip(start).take(WIDTH).collect();
    // Tabs are kept, so that the caret is below its character however wide tabs are shown.
    let before = shown.iter().take(column - start).map(|letter| if *letter == '\t' { '\t' } else { ' ' });
    let mark = before.chain(std::iter::once('^')).collect();
    Some(Excerpt { line: shown.into_iter().collect(), mark })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(line: &str, column: u32) -> Option<(String, String)> {
        let mut problem = Problem::error("x", "f", "m").at(stoa_site::themes::TextPosition { line: 1, column });
        problem = problem.quoting(line);
        of(&problem).map(|excerpt| (excerpt.line, excerpt.mark))
    }

    #[test]
    fn error_caret_column() {
        assert_eq!(excerpt("\tä{b|no}", 3), Some(("\tä{b|no}".to_owned(), "\t ^".to_owned())));
        let long = format!("{}{{b|no}}{}", "x".repeat(300), "y".repeat(300));
        let (line, mark) = excerpt(&long, 301).unwrap();
        assert_eq!((line.chars().count(), line.find('{'), mark.find('^')), (100, Some(40), Some(40)));
        assert_eq!(of(&Problem::error("x", "f", "m")), None);
    }
}
