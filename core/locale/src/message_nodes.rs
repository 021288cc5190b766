//! The structure of a message, for programs that format it themselves.

use crate::message::{Message, MessagePart};
use crate::plural::PluralKind;

/// How a choice between messages is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceKind {
    /// By the argument itself.
    Select,
    /// By the plural category of a number.
    Cardinal,
    /// By the plural category of a number in an order.
    Ordinal,
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageNode<'m> {
    /// Text.
    Text(&'m str),
    /// The number of the plural around it, formatted.
    Count,
    /// An argument; a number is formatted.
    Argument(&'m str),
    /// One of several messages.
    Choice {
        /// Name of the argument that decides.
        name: &'m str,
        /// How.
        kind: ChoiceKind,
        /// The messages by key, such as `one` or `=0`.
        choices: Vec<(&'m str, Vec<MessageNode<'m>>)>,
    },
}

impl Message {
    /// Its parts; none if it uses what only this crate formats: offsets of plurals, and formatters but `number`.
    #[must_use]
    pub fn nodes(&self) -> Option<Vec<MessageNode<'_>>> {
        self.pieces.iter().map(node).collect()
    }
}

fn node(piece: &MessagePart) -> Option<MessageNode<'_>> {
    Some(match piece {
        MessagePart::Text(text) => MessageNode::Text(text),
        MessagePart::Count | MessagePart::FormattedCount => MessageNode::Count,
        MessagePart::Argument(name) => MessageNode::Argument(name),
        MessagePart::Format { names, formatter, options } if formatter == "number" && options.is_empty() => {
            MessageNode::Argument(names.first()?)
        }
        MessagePart::Plural { name, kind, offset: 0, choices } => {
            let kind = match kind {
                PluralKind::Cardinal => ChoiceKind::Cardinal,
                PluralKind::Ordinal => ChoiceKind::Ordinal,
            };
            MessageNode::Choice { name, kind, choices: nodes_of(choices)? }
        }
        MessagePart::Select { name, choices } => {
            MessageNode::Choice { name, kind: ChoiceKind::Select, choices: nodes_of(choices)? }
        }
        MessagePart::Plural { .. } | MessagePart::Format { .. } => return None,
    })
}

fn nodes_of(choices: &[(String, Message)]) -> Option<Vec<(&str, Vec<MessageNode<'_>>)>> {
    choices.iter().map(|(key, choice)| Some((key.as_str(), choice.nodes()?))).collect()
}
