//! The form of e-mail addresses.

/// Whether a text has the form of an address: 3 to 256 characters, a local part, `@`, a dotted
/// domain whose last part is 2 to 4 letters or digits.
pub fn is_email(text: &str) -> bool {
    if !(3..=256).contains(&text.chars().count()) {
        return false;
    }
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let Some((labels, last)) = domain.rsplit_once('.') else { return false };
    let local_fits =
        !local.is_empty() && !local.starts_with('.') && !local.ends_with('.') && local.chars().all(is_local);
    let labels_fit = labels.split('.').all(|label| !label.is_empty() && label.chars().all(is_label));
    let last_fits = (2..=4).contains(&last.len()) && last.bytes().all(|byte| byte.is_ascii_alphanumeric());
    local_fits && labels_fit && last_fits
}

fn is_local(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~.-".contains(letter)
}

fn is_label(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-'
}

#[cfg(test)]
mod tests {
    use super::is_email;

    // spec: form.validate.email-pattern
    #[test]
    fn addresses_follow_the_pattern() {
        assert!(is_email("a@b.co"));
        assert!(is_email("first.last+tag@shop.example.info"));
        assert!(!is_email("a@b"));
        assert!(!is_email("a@b.photo"));
        assert!(!is_email(&format!("{}@b.co", "a".repeat(252))));
        assert!(is_email(&format!("{}@b.co", "a".repeat(251))));
        assert!(!is_email("@b.co") && !is_email("a b@c.co") && !is_email("a@b@c.co") && !is_email(""));
    }
}
