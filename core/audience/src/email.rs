//! Validation of e-mail addresses. Not the crate `email_address`: the pattern of form fields is specified, and narrower
//! than the addresses that RFC 5322 allows.

/// Whether a text is accepted by an e-mail field of a form: an address whose top-level domain has 2 to 4 letters or
/// digits.
pub fn is_email(text: &str) -> bool {
    is_address(text) && text.rsplit('.').next().is_some_and(|last| last.len() <= 4 && !last.contains('-'))
}

/// Whether a text has the form of an e-mail address: 3 to 256 characters, a local part, `@`, a dotted domain whose last
/// part has two or more letters or digits.
pub fn is_address(text: &str) -> bool {
    if !(3..=256).contains(&text.chars().count()) {
        return false;
    }
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let Some((labels, last)) = domain.rsplit_once('.') else { return false };
    let local_fits =
        !local.is_empty() && !local.starts_with('.') && !local.ends_with('.') && local.chars().all(is_local);
    let labels_fit = labels.split('.').all(|label| !label.is_empty() && label.chars().all(is_label));
    let last_fits = last.len() >= 2 && !last.starts_with('-') && !last.ends_with('-') && last.chars().all(is_label);
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
    use super::{is_address, is_email};

    // spec: form.validate.email-pattern, limits.email-length
    #[test]
    fn addresses_follow_the_pattern() {
        assert!(is_email("a@b.co"));
        assert!(is_email("first.last+tag@shop.example.info"));
        assert!(!is_email("a@b"));
        assert!(!is_email("a@b.photo"));
        assert!(!is_email(&format!("{}@b.co", "a".repeat(252))));
        assert!(is_email(&format!("{}@b.co", "a".repeat(251))));
        for wrong in ["", "a@", "@b.co", "a b@c.co", "a@b@c.co"] {
            assert!(!is_email(wrong), "{wrong}");
        }
    }

    #[test]
    fn owner_addresses_with_any_tld() {
        for right in ["hello@clay.studio", "a@b.co", "a@b.photography", "a@xn--tst-qla.xn--p1ai"] {
            assert!(is_address(right), "{right}");
        }
        for wrong in ["a@b", "a@b.c", "a@b.-co", "a@.studio", "@b.studio", "a b@c.studio"] {
            assert!(!is_address(wrong), "{wrong}");
        }
        assert!(!is_email("a@b.x-y"));
        assert!(!is_address(&format!("{}@b.co", "a".repeat(252))));
    }
}
