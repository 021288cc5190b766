//! Messages and stacks without what may be secret.

/// Texts of at least so many letters and digits may be secrets: tokens, keys.
const SECRET_LENGTH: usize = 24;
/// What stands in place of something that may be a secret.
const SCRUBBED: &str = "…";

/// A text without queries of addresses, without e-mail addresses and without long tokens, of at most `most` characters.
pub fn scrubbed(text: &str, most: usize) -> String {
    let text: String = text.chars().take(most).collect();
    text.split_inclusive(|sign: char| sign.is_whitespace() || matches!(sign, '"' | '\'' | '(' | ')' | '<' | '>'))
        .map(scrubbed_word)
        .collect()
}

fn scrubbed_word(word: &str) -> String {
    let end = word.len() - word.chars().next_back().filter(|sign| !sign.is_alphanumeric()).map_or(0, char::len_utf8);
    let (inner, rest) = word.split_at(end);
    let is_address = inner.contains("://") || inner.starts_with('/');
    let (path, position) = match inner.find(['?', '#']) {
        Some(at) if is_address => (inner.get(..at).unwrap_or_default(), position_of(inner)),
        _ => (inner, ""),
    };
    if path.contains('@') && path.contains('.') && !is_address {
        return format!("{SCRUBBED}{rest}");
    }
    let parts = path.split_inclusive(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_' && sign != '-');
    let parts = parts.map(|part| {
        let token = part.trim_end_matches(|sign: char| !sign.is_ascii_alphanumeric());
        let is_secret = token.len() >= SECRET_LENGTH && token.bytes().any(|byte| byte.is_ascii_digit());
        if is_secret { part.replace(token, SCRUBBED) } else { part.to_owned() }
    });
    format!("{}{position}{rest}", parts.collect::<String>())
}

/// Line and column after the query of a script's address, such as `:3:14`.
fn position_of(address: &str) -> &str {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((before, column)) = address.rsplit_once(':').filter(|(_, column)| is_number(column)) else { return "" };
    let start = match before.rsplit_once(':').filter(|(_, line)| is_number(line)) {
        Some((_, line)) => address.len() - line.len() - column.len() - 2,
        None => address.len() - column.len() - 1,
    };
    address.get(start..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::scrubbed;

    const MAX_LENGTH: usize = 5_000;

    #[test]
    fn secrets_are_not_stored() {
        for (text, kept) in [
            ("x is undefined", "x is undefined"),
            ("at f (https://domain.com/a.js?v=secret:3:14)", "at f (https://domain.com/a.js:3:14)"),
            ("ada@domain.com is wrong", "… is wrong"),
            ("token \"abcdefghijkl0123456789mnopq\" expired", "token \"…\" expired"),
            ("at /order/abcdefghijkl0123456789mnopq/paid", "at /order/…/paid"),
        ] {
            assert_eq!(scrubbed(text, MAX_LENGTH), kept);
        }
        assert_eq!(scrubbed(&"x ".repeat(9_000), MAX_LENGTH).chars().count(), MAX_LENGTH);
    }
}
