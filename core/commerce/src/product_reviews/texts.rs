//! Normalisation of entered texts, for storage and search.

use stoa_kernel::search::folded;

/// Maximum length of a review text, characters.
pub const MAX_TEXT: usize = 2_000;
/// Maximum length of an author name, characters.
pub const MAX_NAME: usize = 80;

/// Removes unreadable characters and trims; line breaks stay.
pub(super) fn plain(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let readable: String = text.chars().filter(|letter| *letter == '\n' || !is_unreadable(*letter)).collect();
    readable.trim().to_owned()
}

/// Like [`plain`], with all whitespace collapsed to one line.
pub(super) fn one_line(text: &str) -> String {
    let readable: String = text.chars().map(|letter| if is_unreadable(letter) { ' ' } else { letter }).collect();
    readable.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn fits(text: &str, most: usize) -> bool {
    text.chars().count() <= most
}

/// The search text of a review.
pub(super) fn found_by(product_name: &str, text: &str, author: &str) -> String {
    folded(&[product_name, text, author].join("\n"))
}

/// Control characters and those that change the text direction.
fn is_unreadable(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::{one_line, plain};

    #[test]
    fn unreadable_characters_are_removed() {
        assert_eq!(plain(" Good\r\n\u{0}mug\u{202e} "), "Good\nmug");
        assert_eq!(one_line("Ada\n\tB. \u{feff}"), "Ada B.");
    }
}
