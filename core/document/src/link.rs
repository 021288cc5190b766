//! Allowed schemes of links in blocks and texts.

const SCHEMES: [&str; 5] = ["http://", "https://", "mailto:", "tel:", "sms:"];

/// Whether a link is allowed: a path of the site, a web address, an e-mail address or a phone number.
pub(crate) fn is_link(text: &str) -> bool {
    error_message(text).is_none()
}

/// Error message for a link, if it is not valid.
pub(crate) fn error_message(text: &str) -> Option<String> {
    let is_broken = text.chars().any(|letter| letter.is_control() || letter.is_whitespace());
    if text.starts_with(['/', '#', '?']) {
        return is_broken.then(|| format!("{text} is not a valid page URL"));
    }
    let lower = text.to_ascii_lowercase();
    let rest = SCHEMES.iter().find_map(|scheme| lower.strip_prefix(scheme).map(|rest| (*scheme, rest)));
    match rest {
        Some(("mailto:", rest)) if is_broken || !is_addressed(rest) => {
            Some("Emails must be formatted as user@domain.com".to_owned())
        }
        Some((_, rest)) if !is_broken && !rest.is_empty() => None,
        _ => Some("Links must be formatted as http://example.com or https://example.com".to_owned()),
    }
}

/// Whether the part after `mailto:` begins with an e-mail address, before any parameters.
fn is_addressed(rest: &str) -> bool {
    let address = rest.split_once('?').map_or(rest, |(address, _)| address);
    address.split_once('@').is_some_and(|(who, domain)| !who.is_empty() && !domain.is_empty() && !domain.contains('@'))
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: editor.message.email-format, editor.message.link-format, editor.message.link-format.open
    // spec: editor.message.page-url
    #[test]
    fn link_kind_validation_messages() {
        let (emails, links) = (
            "Emails must be formatted as user@domain.com",
            "Links must be formatted as http://example.com or https://example.com",
        );
        for (text, message) in [
            ("/shop pots", "/shop pots is not a valid page URL"),
            ("#a\tb", "#a\tb is not a valid page URL"),
            ("mailto:nobody", emails),
            ("mailto:@domain.com", emails),
            ("mailto:a@b@c", emails),
            ("mailto:user@domain.com twice", emails),
            ("shop", links),
            ("https://", links),
            ("https://example.com/a b", links),
            ("javascript:alert(1)", links),
            ("java\nscript:alert(1)", links),
        ] {
            assert_eq!(error_message(text).as_deref(), Some(message), "{text}");
        }
        for text in ["/shop", "#top", "?a=b", "HTTPS://example.com", "mailto:a@b.example?subject=Hi", "tel:+1", "sms:1"]
        {
            assert_eq!(error_message(text), None, "{text}");
        }
    }
}
