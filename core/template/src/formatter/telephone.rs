//! Telephone numbers as `tel:` URLs.

use crate::compile::call::Arguments;
use crate::value::Node;

/// The digit zero of the scripts that people type; the other digits follow it in Unicode.
const ZEROS: [char; 4] = ['0', '\u{660}', '\u{6f0}', '\u{ff10}'];

pub(super) fn phone_url(_: &Arguments, node: Node<'_>, out: &mut String) {
    out.push_str(&address(&node.to_text()));
}

/// The `tel:` URL (RFC 3966) for a number as people write it; empty without digits.
fn address(number: &str) -> String {
    let (line, extension) = at_extension(number);
    let is_international =
        line.chars().find(|letter| is_plus(*letter) || digit(*letter).is_some()).is_some_and(is_plus);
    // `+44 (0)20`: the zero is only for national calls.
    let line = if is_international { line.replacen("(0)", "", 1) } else { line.to_owned() };
    let (line, extension) = (digits(&line), digits(extension));
    if line.is_empty() {
        return String::new();
    }
    let plus = if is_international { "+" } else { "" };
    let extension = if extension.is_empty() { extension } else { format!(";ext={extension}") };
    format!("tel:{plus}{line}{extension}")
}

/// The number and its extension, after `ext`, `x` or `#`.
fn at_extension(number: &str) -> (&str, &str) {
    let lower = number.to_ascii_lowercase();
    let begins = lower.match_indices(['e', 'x', '#']).map(|(at, _)| at).find(|at| is_extension(&lower, *at));
    begins.and_then(|at| number.split_at_checked(at)).unwrap_or((number, ""))
}

fn is_extension(number: &str, at: usize) -> bool {
    let (before, rest) = number.split_at_checked(at).unwrap_or((number, ""));
    let is_marked = rest.starts_with("ext") || rest.starts_with(['x', '#']);
    is_marked && before.contains(|letter: char| digit(letter).is_some()) && !before.ends_with(char::is_alphabetic)
}

fn is_plus(letter: char) -> bool {
    matches!(letter, '+' | '\u{ff0b}')
}

fn digits(text: &str) -> String {
    text.chars().filter_map(digit).collect()
}

/// The ASCII digit of a digit of any script.
fn digit(letter: char) -> Option<char> {
    ZEROS.iter().find_map(|zero| char::from_digit(u32::from(letter).checked_sub(u32::from(*zero))?, 10))
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn phone_number_to_digits() {
        for (number, expected) in [
            ("(828) 555-0142", "tel:8285550142"),
            ("+81 75-555-0148", "tel:+81755550148"),
            ("+44 (0)20 7946 0018", "tel:+442079460018"),
            ("Tel. +1 555 0100", "tel:+15550100"),
            ("555 0100 ext. 12", "tel:5550100;ext=12"),
            ("+1 555 0100 x12", "tel:+15550100;ext=12"),
            ("555 0100 #7", "tel:5550100;ext=7"),
            ("０７５－５５５－０１４８", "tel:0755550148"),
            ("555 0100, fax too", "tel:5550100"),
            ("\"><script>", ""),
            ("ask at the door", ""),
            ("", ""),
        ] {
            assert_eq!(address(number), expected, "{number}");
        }
    }
}
