//! HTML, hexadecimal digits and query strings: own few lines, since each dependency adds to the size of every plugin.

/// Escapes text for use between tags and in quoted attributes.
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A line for the head of a block's output: the data for the script of the block, of which there may be 4 KiB.
pub fn client_data(data: &serde_json::Value) -> String {
    let text = data.to_string().replace('<', "\\u003c");
    format!("<script type=\"application/json\">{text}</script>")
}

/// Decodes hexadecimal digits of either case.
pub fn hex_decode(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok()).collect()
}

/// Encodes a name or value of a query string.
pub fn query_encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => encoded.push(char::from(byte)),
            other => encoded.push_str(&format!("%{other:02X}")),
        }
    }
    encoded
}

/// The first value with a name in a query string, decoded.
pub fn query_value(query: &str, name: &str) -> Option<String> {
    query.split('&').find_map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (query_decode(key) == name).then(|| query_decode(value))
    })
}

fn query_decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let coded = behind.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match (first, coded.and_then(|digits| u8::from_str_radix(digits, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            (b'+', _) => {
                bytes.push(b' ');
                rest = behind;
            }
            (other, _) => {
                bytes.push(*other);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{escape_html, hex_decode, query_encode, query_value};

    #[test]
    fn hostile_text_is_escaped() {
        assert_eq!(escape_html("<b a=\"x\" b='y'>&"), "&lt;b a=&quot;x&quot; b=&#39;y&#39;&gt;&amp;");
    }

    #[test]
    fn hex_has_two_digits_a_byte() {
        assert_eq!(hex_decode("00fFa1"), Some(vec![0, 255, 161]));
        assert_eq!(hex_decode("0"), None);
        assert_eq!(hex_decode("zz"), None);
        assert_eq!(hex_decode("é"), None);
    }

    #[test]
    fn query_strings_are_read_and_written() {
        let query = format!("a=1&who={}&b", query_encode("Zoë & co"));
        assert_eq!(query_value(&query, "who").as_deref(), Some("Zoë & co"));
        assert_eq!(query_value("x=a+b%2", "x").as_deref(), Some("a b%2"));
        assert_eq!(query_value(&query, "missing"), None);
    }
}
