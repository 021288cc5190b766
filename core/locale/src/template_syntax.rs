//! Messages in the syntax of the template language, for catalogues whose messages templates format.

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
    #[must_use]
    pub fn to_template_syntax(&self) -> String {
        let mut out = String::new();
        write_message(self, Around::Nothing, &mut out);
        out
    }
}

fn write_message(message: &Message, around: Around<'_>, out: &mut String) {
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
                write_choices(choices, Around::Choice((*offset == 0).then_some(name.as_str())), out);
            }
            MessagePart::Select { name, choices } => {
                out.push_str(&format!("{{{name} select"));
                let inner = match around {
                    Around::Choice(_) => around,
                    Around::Nothing => Around::Choice(None),
                };
                write_choices(choices, inner, out);
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
fn write_choices(choices: &[(String, Message)], around: Around<'_>, out: &mut String) {
    for (key, choice) in choices {
        out.push_str(&format!(" {key} {{"));
        write_message(choice, around, out);
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
