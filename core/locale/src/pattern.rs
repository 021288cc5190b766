//! Parsing of date patterns.

/// Date fields, smallest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Field {
    Day,
    Month,
    Year,
}

/// A run of one letter, or literal text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Item {
    Field(Field, String),
    /// Literal text, unquoted.
    Text(String),
}

impl Item {
    pub(crate) fn field(&self) -> Option<Field> {
        match self {
            Self::Field(field, _) => Some(*field),
            Self::Text(_) => None,
        }
    }

    /// Splits off literal text that belongs to the previous field, such as a full stop or a unit character.
    pub(crate) fn split_unit(&self) -> (&str, &str) {
        let Self::Text(text) = self else { return ("", "") };
        let is_unit = |letter: char| !letter.is_whitespace() && !matches!(letter, ',' | '\u{60c}' | '/' | '-');
        let end = text.find(|letter| !is_unit(letter)).unwrap_or(text.len());
        text.split_at_checked(end).unwrap_or(("", text))
    }
}

fn field(letter: char) -> Option<Field> {
    match letter {
        'y' | 'Y' | 'u' | 'U' | 'r' | 'G' => Some(Field::Year),
        'M' | 'L' | 'Q' | 'q' => Some(Field::Month),
        'd' | 'D' | 'E' | 'e' | 'c' | 'F' | 'g' => Some(Field::Day),
        _ => None,
    }
}

/// Parses a pattern; letters in apostrophes are literal.
pub(crate) fn items(pattern: &str) -> Vec<Item> {
    let mut found: Vec<Item> = Vec::new();
    let mut quoted = false;
    for letter in pattern.chars() {
        if letter == '\'' {
            quoted = !quoted;
            continue;
        }
        let field = if quoted { None } else { field(letter) };
        match (field, found.last_mut()) {
            (Some(_), Some(Item::Field(_, run))) if run.starts_with(letter) => run.push(letter),
            (Some(field), _) => found.push(Item::Field(field, letter.to_string())),
            (None, Some(Item::Text(text))) => text.push(letter),
            (None, _) => found.push(Item::Text(letter.to_string())),
        }
    }
    found
}

/// Serializes a pattern.
pub(crate) fn text_of(items: &[Item]) -> String {
    let mut out = String::new();
    for item in items {
        match item {
            Item::Field(_, run) => out.push_str(run),
            Item::Text(text) => {
                let bare = text.replace('\'', "''");
                if bare.contains(|letter: char| letter.is_ascii_alphabetic()) {
                    out.push_str(&format!("'{bare}'"));
                } else {
                    out.push_str(&bare);
                }
            }
        }
    }
    out
}
