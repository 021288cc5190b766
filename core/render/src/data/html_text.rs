//! Plain text of HTML.

/// Inline elements: no space is added around their text.
const IN_LINES: [&str; 21] = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "s", "small", "span",
    "strong", "sub", "sup", "u",
];
/// Maximum length of a character reference, without `&` and `;`.
const MAX_REFERENCE_LENGTH: usize = 10;

/// The words of HTML text, each after one space.
pub(super) fn words_of(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, behind)) = rest.split_once('<') {
        text.push_str(before);
        let (tag, after) = behind.split_once('>').unwrap_or((behind, ""));
        let name = tag.trim_start_matches('/').split(|letter: char| !letter.is_ascii_alphanumeric()).next();
        let name = name.unwrap_or_default().to_ascii_lowercase();
        if !IN_LINES.contains(&name.as_str()) {
            text.push(' ');
        }
        rest = after;
    }
    text.push_str(rest);
    spaced(&without_references(&text))
}

/// The beginning of HTML text, as long as search engines show.
pub(super) fn plain_text(html: &str) -> String {
    words_of(html).chars().take(300).collect()
}

/// Normalizes white space.
pub(super) fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Decodes character references such as `&amp;`.
fn without_references(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        out.push_str(before);
        let named = behind.split_once(';').filter(|(name, _)| name.len() <= MAX_REFERENCE_LENGTH);
        match named.and_then(|(name, after)| Some((character(name)?, after))) {
            Some((character, after)) => {
                out.push(character);
                rest = after;
            }
            None => {
                out.push('&');
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out
}

fn character(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        _ => {
            let number = name.strip_prefix('#')?;
            let hexadecimal = number.strip_prefix(['x', 'X']);
            let code = match hexadecimal {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_to_text_separates_words() {
        for (html, words) in [
            ("<p>A <b>blue</b>\n mug</p>", "A blue mug"),
            ("<p>R&amp;D</p><p>Salt &#38; &quot;pepper&#x27;&nbsp;x</p>", "R&D Salt & \"pepper' x"),
            ("<b>h</b>earth<br>mug<ul><li>one</li><li>two</li></ul>", "hearth mug one two"),
            ("5 &lt; 6 & 7 &unknown; &", "5 < 6 & 7 &unknown; &"),
            ("&amp;lt;b&amp;gt;", "&lt;b&gt;"),
            ("a <b", "a"),
        ] {
            assert_eq!(words_of(html), words, "{html}");
        }
    }
}
