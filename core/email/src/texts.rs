//! Texts of e-mails from the catalogues, and texts of owners. Both have named placeholders such as `{number}`.

use stoa_kernel::payment::{RefundCause, RefundReason};
use stoa_messages::Texts;

/// The texts around the content of an e-mail. Texts that a kind does not have are empty; a blank line separates
/// paragraphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefaultText<'a> {
    /// Subject line.
    pub subject: &'a str,
    /// Heading.
    pub heading: &'a str,
    /// Opening, below the heading.
    pub opening: &'a str,
    /// Label of the link or button.
    pub link: &'a str,
    /// Closing, at the end.
    pub closing: &'a str,
}

impl<'a> DefaultText<'a> {
    /// The messages of a group such as `email.orderConfirmed`.
    pub fn of(texts: Texts<'a>, group: &str) -> Self {
        let part = |name: &str| texts.find(&format!("{group}.{name}")).unwrap_or_default();
        Self {
            subject: part("subject"),
            heading: part("heading"),
            opening: part("opening"),
            link: part("link"),
            closing: part("closing"),
        }
    }
}

/// The text of a refund reason.
pub fn refund_reason<'a>(texts: Texts<'a>, reason: RefundReason) -> &'a str {
    texts.text(match reason {
        RefundReason::OrderCanceled => "refundReason.orderCanceled",
        RefundReason::AtProvider => "refundReason.atProvider",
        RefundReason::PaidAfterCancellation => "refundReason.paidAfterCancellation",
        RefundReason::PaidBefore => "refundReason.paidBefore",
        RefundReason::SoldOut => "refundReason.soldOut",
        RefundReason::OrderChanged => "refundReason.orderChanged",
        RefundReason::Overpaid => "refundReason.overpaid",
    })
}

/// The text of the reason of a refund; the words of a contributor are not translated.
pub fn refund_cause<'a>(texts: Texts<'a>, cause: &'a RefundCause) -> &'a str {
    match cause {
        RefundCause::Known(reason) => refund_reason(texts, *reason),
        RefundCause::Words(words) => words,
    }
}

/// Replaces the placeholders of a text by values. Placeholders within a value are not replaced.
pub(crate) fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, after)) = after.split_once('}') else { break };
        if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
            filled.push_str(value);
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// The names of the placeholders of a text, with repetitions.
pub(crate) fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).map(|part| part.split_once('}').map_or(part, |(name, _)| name))
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn values_are_put_in_once() {
        assert_eq!(fill("{a} and {b}, {a}", &[("a", "{b}"), ("b", "x")]), "{b} and x, {b}");
        assert_eq!(fill("no place", &[("a", "x")]), "no place");
    }
}
