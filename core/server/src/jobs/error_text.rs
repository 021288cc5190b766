//! Texts of errors for the platform's tables and operators.

/// Maximum length of a text, characters.
const MAX_LENGTH: usize = 300;
/// Replaces e-mail addresses.
const ADDRESS: &str = "[address]";

/// The text of an error without what belongs to one person or may be secret: e-mail addresses, and URLs beyond their
/// host.
pub fn without_personal_data(error: &anyhow::Error) -> String {
    let text = format!("{error:#}");
    let words: Vec<String> = text.split(|char: char| char.is_whitespace() || char.is_control()).map(word).collect();
    words.join(" ").chars().take(MAX_LENGTH).collect()
}

fn word(word: &str) -> String {
    if let Some((scheme, rest)) = word.split_once("://") {
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let host = authority.rsplit('@').next().unwrap_or_default();
        return format!("{scheme}://{host}");
    }
    if word.contains('@') { ADDRESS.to_owned() } else { word.to_owned() }
}
