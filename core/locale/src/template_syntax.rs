//! Messages in the syntax of the template language, for catalogues whose messages templates format.

use crate::PluralKind;
use crate::message::{Message, MessagePart};

/// The plural around a part.
#[derive(Clone, Copy)]
enum Around<'m> {
    Nothing,
    /// A choice, with the argument that `#` shows; none after an offset, which only `#` takes into account.
    Choice(Option<&'m str>),
}

impl Message {
    /// The message as [`Message::parse`] reads it. After an offset, a number is shown without the separators of the
    /// locale.
    ///
    /// With `one_is_1`, the key `one` of quantities is written `=1`: for a language where it is exactly that number, whose
    /// messages are shown in other languages as well, which may count differently.
    #[must_use]
    pub fn to_template_syntax(&self, one_is_1: bool) -> String {
        let mut out = String::new();
        write_message(self, Around::Nothing, one_is_1, &mut out);
        out
    }
}

fn write_message(message: &Message, around: Around<'_>, one_is_1: bool, out: &mut String) {
    for piece in &message.pieces {
        match piece {
            MessagePart::Text(text) => write_text(text, around, out),
            MessagePart::Count => out.push('#'),
            MessagePart::FormattedCount => match around {
                Around::Choice(Some(name)) => out.push_str(&format!("{{{name} number}}")),
                Around::Choice(None) | Around::Nothing => out.push('#'),
            },
            MessagePart::Argument(name) => out.push_str(&format!("{{{name}}}")),
            MessagePart::Plural { name, kind, offset, choices } => {
                out.push_str(&format!("{{{name} {}", kind.keyword()));
                if *offset != 0 {
                    out.push_str(&format!(" offset:{offset}"));
                }
                let exact = one_is_1 && *offset == 0 && matches!(kind, PluralKind::Cardinal);
                let one = if exact { "=1" } else { "one" };
                let keys = choices.iter().map(|(key, choice)| (if key == "one" { one } else { key }, choice));
                write_choices(keys, Around::Choice((*offset == 0).then_some(name.as_str())), one_is_1, out);
            }
            MessagePart::Select { name, choices } => {
                out.push_str(&format!("{{{name} select"));
                let inner = match around {
                    Around::Choice(_) => around,
                    Around::Nothing => Around::Choice(None),
                };
                let keys = choices.iter().map(|(key, choice)| (key.as_str(), choice));
                write_choices(keys, inner, one_is_1, out);
            }
            MessagePart::Format { names, formatter, options } => {
                out.push_str(&format!("{{{} {formatter}", names.join(";")));
                for option in options {
                    out.push_str(&format!(" {option}"));
                }
                out.push('}');
            }
        }
    }
}

/// The choices, and the brace that closes their argument.
fn write_choices<'m>(
    choices: impl Iterator<Item = (&'m str, &'m Message)>,
    around: Around<'_>,
    one_is_1: bool,
    out: &mut String,
) {
    for (key, choice) in choices {
        out.push_str(&format!(" {key} {{"));
        write_message(choice, around, one_is_1, out);
        out.push('}');
    }
    out.push('}');
}

/// Text, with what has a meaning in quotes.
fn write_text(text: &str, around: Around<'_>, out: &mut String) {
    for letter in text.chars() {
        match (letter, around) {
            ('\'', _) => out.push_str("''"),
            ('{' | '}', _) | ('#', Around::Choice(_)) => out.push_str(&format!("'{letter}'")),
            _ => out.push(letter),
        }
    }
}
