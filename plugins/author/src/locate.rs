//! Finds the lines that messages are about.

use toml::de::{DeTable, DeValue};

/// The number of the line at a byte offset, from 1.
pub(crate) fn line_at(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

/// The line of a manifest that a message of the host is about: that of a key or value that the message quotes, or of
/// the field that it names.
pub(crate) fn manifest_line(text: &str, message: &str) -> Option<usize> {
    let table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => return error.span().map(|span| line_at(text, span.start)),
    };
    let mut places = Vec::new();
    collect_table(table.get_ref(), "", &mut places);
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let field = message.split([' ', ':']).find(|word| places.iter().any(|place| place.path == *word));
    let in_field = |place: &&Place| field.is_none_or(|field| place.path.starts_with(field));
    let by_value = quoted.iter().find_map(|word| places.iter().filter(in_field).find(|place| place.is(word)));
    let by_field = || places.iter().find(|place| Some(place.path.as_str()) == field);
    let anywhere = || quoted.iter().find_map(|word| places.iter().find(|place| place.is(word)));
    by_value.or_else(by_field).or_else(anywhere).map(|place| line_at(text, place.offset))
}

/// A value of a manifest. The path of one within `[[provides]]` has no index.
struct Place {
    path: String,
    key: String,
    value: Option<String>,
    offset: usize,
}

impl Place {
    fn is(&self, word: &str) -> bool {
        self.value.as_deref() == Some(word) || self.key == word
    }
}

fn collect_table(table: &DeTable<'_>, path: &str, places: &mut Vec<Place>) {
    for (key, value) in table {
        let name = key.get_ref().to_string();
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        places.push(Place { path: path.clone(), key: name, value: text_of(value.get_ref()), offset: key.span().start });
        collect(value.get_ref(), &path, places);
    }
}

fn collect(value: &DeValue<'_>, path: &str, places: &mut Vec<Place>) {
    match value {
        DeValue::Table(table) => collect_table(table, path, places),
        DeValue::Array(items) => {
            for item in items.iter() {
                if let Some(text) = text_of(item.get_ref()) {
                    let offset = item.span().start;
                    places.push(Place { path: path.to_owned(), key: String::new(), value: Some(text), offset });
                }
                collect(item.get_ref(), path, places);
            }
        }
        _ => {}
    }
}

fn text_of(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        _ => None,
    }
}

/// The line of the member that a JSON pointer names, in a text that is JSON. The last part that is present counts.
pub(crate) fn json_line(text: &str, pointer: &str) -> usize {
    let mut scanner = Scanner { bytes: text.as_bytes(), at: 0 };
    let parts: Vec<String> =
        pointer.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~")).collect();
    line_at(text, scanner.find(&parts))
}

/// Walks over JSON that is known to be valid.
struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    /// The offset of a member, from the offset of the value that begins here.
    fn find(&mut self, parts: &[String]) -> usize {
        self.skip_blanks();
        let begin = self.at;
        let Some((wanted, rest)) = parts.split_first() else { return begin };
        match self.peek() {
            Some(b'{') => self.find_member(begin, wanted, rest),
            Some(b'[') => self.find_item(begin, wanted, rest),
            _ => begin,
        }
    }

    fn find_member(&mut self, begin: usize, wanted: &str, rest: &[String]) -> usize {
        self.at += 1;
        loop {
            self.skip_blanks();
            if self.peek() != Some(b'"') {
                return begin;
            }
            let place = self.at;
            let key = self.string();
            self.skip_to_value();
            if key == wanted {
                return if rest.is_empty() { place } else { self.find(rest) };
            }
            self.skip_value();
            if !self.skip_comma() {
                return begin;
            }
        }
    }

    fn find_item(&mut self, begin: usize, wanted: &str, rest: &[String]) -> usize {
        self.at += 1;
        let mut left: usize = wanted.parse().unwrap_or(usize::MAX);
        loop {
            self.skip_blanks();
            if matches!(self.peek(), None | Some(b']')) {
                return begin;
            }
            if left == 0 {
                return self.find(rest);
            }
            left -= 1;
            self.skip_value();
            if !self.skip_comma() {
                return begin;
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn skip_to_value(&mut self) {
        self.skip_blanks();
        if self.peek() == Some(b':') {
            self.at += 1;
        }
        self.skip_blanks();
    }

    fn skip_comma(&mut self) -> bool {
        self.skip_blanks();
        let comma = self.peek() == Some(b',');
        self.at += usize::from(comma);
        comma
    }

    /// The string that begins here, decoded.
    fn string(&mut self) -> String {
        let begin = self.at;
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += match byte {
                b'\\' => 2,
                _ => 1,
            };
            if byte == b'"' {
                break;
            }
        }
        self.bytes.get(begin..self.at).and_then(|text| serde_json::from_slice(text).ok()).unwrap_or_default()
    }

    fn skip_value(&mut self) {
        let mut depth = 0_usize;
        self.skip_blanks();
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.string();
                    if depth == 0 {
                        return;
                    }
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth == 0 => return,
                b'}' | b']' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return;
                    }
                }
                b',' if depth == 0 => return,
                _ => {}
            }
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"[plugin]
id = "Acme"
api = "9.9"

[[provides]]
kind = "block"
name = "Big"

[wishes]
http = []
[permissions]
http = [
  "https://a.example",
  "http://b.example",
]
"#;

    #[test]
    fn lines_of_a_manifest() {
        for (message, line) in [
            ("plugin.id `Acme` has to look like publisher.name, in a-z, 0-9 and -", 2),
            ("plugin.api is `9.9`, this host serves `0.1` and `0.2`", 3),
            ("provides `Big` has to be made of a-z, 0-9, _ and -", 7),
            ("unknown field `wishes`, expected one of `plugin`, `provides`", 9),
            ("permissions.http `http://b.example` has to look like https://host or https://host:port", 14),
            ("provides of kind block contains no names", 5),
        ] {
            assert_eq!(manifest_line(MANIFEST, message), Some(line), "{message}");
        }
        assert_eq!(manifest_line("[plugin]\nid = \n", "anything"), Some(2));
    }

    #[test]
    fn lines_of_json() {
        let text =
            "{\n  \"a\": {\"x\": \"}\\\"\", \"y\": [1]},\n  \"list\": [\n    1,\n    {\n      \"deep\": true }\n  ]\n}";
        for (pointer, line) in
            [("", 1), ("/a/y", 2), ("/list", 3), ("/list/0", 4), ("/list/1/deep", 6), ("/nothing", 1)]
        {
            assert_eq!(json_line(text, pointer), line, "{pointer}");
        }
    }
}
