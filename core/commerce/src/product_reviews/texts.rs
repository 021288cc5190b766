//! What people type, as it is kept.

/// Longest text, characters.
pub const MOST_TEXT: usize = 2_000;
/// Longest name, characters.
pub const MOST_NAME: usize = 80;

/// A text without what cannot be read; lines stay.
pub(super) fn plain(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let readable: String = text.chars().filter(|letter| *letter == '\n' || !is_unreadable(*letter)).collect();
    readable.trim().to_owned()
}

/// The same on one line.
pub(super) fn one_line(text: &str) -> String {
    let readable: String = text.chars().map(|letter| if is_unreadable(letter) { ' ' } else { letter }).collect();
    readable.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn fits(text: &str, most: usize) -> bool {
    text.chars().count() <= most
}

/// Control characters, and those that turn the direction of what follows.
fn is_unreadable(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::{one_line, plain};

    #[test]
    fn what_cannot_be_read_is_left_out() {
        assert_eq!(plain(" Good\r\n\u{0}mug\u{202e} "), "Good\nmug");
        assert_eq!(one_line("Ada\n\tB. \u{feff}"), "Ada B.");
    }
}
