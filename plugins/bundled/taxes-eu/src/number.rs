//! Numbers of businesses, checked by their form.

use crate::rates::{Member, member};

pub(crate) struct VatNumber {
    pub(crate) country: &'static Member,
    /// Without the code of the country.
    pub(crate) digits: String,
}

/// Forms by country: 9 is a digit, A a letter, X either, and other characters stand for themselves.
const FORMS: [(&str, &[&str]); 27] = [
    ("AT", &["U99999999"]),
    ("BE", &["0999999999", "1999999999"]),
    ("BG", &["999999999", "9999999999"]),
    ("CY", &["99999999A"]),
    ("CZ", &["99999999", "999999999", "9999999999"]),
    ("DE", &["999999999"]),
    ("DK", &["99999999"]),
    ("EE", &["999999999"]),
    ("ES", &["A99999999", "99999999A", "A9999999A"]),
    ("FI", &["99999999"]),
    ("FR", &["XX999999999"]),
    ("GR", &["999999999"]),
    ("HR", &["99999999999"]),
    ("HU", &["99999999"]),
    ("IE", &["9X99999A", "9999999AA"]),
    ("IT", &["99999999999"]),
    ("LT", &["999999999", "999999999999"]),
    ("LU", &["99999999"]),
    ("LV", &["99999999999"]),
    ("MT", &["99999999"]),
    ("NL", &["999999999B99"]),
    ("PL", &["9999999999"]),
    ("PT", &["999999999"]),
    ("RO", &["99", "999", "9999", "99999", "999999", "9999999", "99999999", "999999999", "9999999999"]),
    ("SE", &["999999999901"]),
    ("SI", &["99999999"]),
    ("SK", &["9999999999"]),
];

/// Reads a number such as `DE 123 456 789`; none if no country has numbers of this form.
pub(crate) fn read(text: &str) -> Option<VatNumber> {
    let plain: String = text
        .chars()
        .filter(|character| !character.is_whitespace() && !matches!(character, '.' | '-' | '/'))
        .map(|character| character.to_ascii_uppercase())
        .collect();
    let (code, digits) = plain.split_at_checked(2)?;
    // Greece writes EL; GR is refused, as it is by the register. Monaco has French numbers.
    if matches!(code, "GR" | "MC") {
        return None;
    }
    let country = member(code)?;
    let (_, forms) = FORMS.iter().find(|(known, _)| *known == country.code)?;
    forms.iter().any(|form| matches(form, digits)).then(|| VatNumber { country, digits: digits.to_owned() })
}

fn matches(form: &str, text: &str) -> bool {
    form.len() == text.len()
        && form.bytes().zip(text.bytes()).all(|(wanted, found)| match wanted {
            b'9' => found.is_ascii_digit(),
            b'A' => found.is_ascii_uppercase(),
            b'X' => found.is_ascii_uppercase() || found.is_ascii_digit(),
            other => found == other,
        })
}

impl VatNumber {
    /// The code of the country as numbers have it.
    pub(crate) fn prefix(&self) -> &'static str {
        if self.country.code == "GR" { "EL" } else { self.country.code }
    }
}
