//! Conversions and checks of the questions of the checkout.

use std::collections::BTreeSet;

use super::cart::{cart_in, checked_label, place_in, typed};
use super::invalid;
use crate::bindings::questions::interface as questions;
use crate::error::PluginErrorKind;
use crate::model::{AnswerKind, CheckoutAnswer, CheckoutChoice, CheckoutQuestion, CheckoutRefusal, QuotedCheckout};

/// Most questions of a plugin.
const MAX_QUESTIONS: usize = 10;
const MAX_CHOICES: usize = 50;
const MAX_ID_CHARS: usize = 40;
const MAX_LABEL_CHARS: usize = 100;
const MAX_TEXT_CHARS: usize = 200;

pub(crate) fn checkout_in(checkout: &QuotedCheckout) -> questions::Checkout {
    questions::Checkout {
        cart: cart_in(&checkout.cart),
        destination: checkout.destination.as_ref().map(place_in),
        delivery: checkout.delivery.as_ref().map(|delivery| questions::Delivery {
            id: delivery.id.clone(),
            label: typed(&delivery.label),
            pickup: delivery.pickup,
        }),
    }
}

pub(crate) fn answers_in(answers: &[CheckoutAnswer]) -> Vec<questions::Answer> {
    let answer =
        |said: &CheckoutAnswer| questions::Answer { question: said.question.clone(), value: typed(&said.value) };
    answers.iter().map(answer).collect()
}

/// Converts questions; refuses those that a checkout cannot show.
pub(crate) fn questions_out(said: Vec<questions::Question>) -> Result<Vec<CheckoutQuestion>, PluginErrorKind> {
    if said.len() > MAX_QUESTIONS {
        return Err(invalid(format!("more than {MAX_QUESTIONS} questions")));
    }
    let mut ids = BTreeSet::new();
    let mut asked = Vec::with_capacity(said.len());
    for question in said {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !(1..=MAX_ID_CHARS).contains(&question.id.len()) || !question.id.bytes().all(plain) {
            return Err(invalid("a question whose id is not made of 1 to 40 of a-z, 0-9 and -"));
        }
        if !ids.insert(question.id.clone()) {
            return Err(invalid(format!("the question `{}` twice", question.id)));
        }
        asked.push(CheckoutQuestion {
            kind: kind_out(question.kind),
            label: checked_label(question.label, MAX_LABEL_CHARS)?,
            help: help_out(question.help)?,
            required: question.required,
            choices: choices_out(&question.id, question.kind, question.choices)?,
            id: question.id,
        });
    }
    Ok(asked)
}

fn kind_out(kind: questions::AnswerKind) -> AnswerKind {
    match kind {
        questions::AnswerKind::Text => AnswerKind::Text,
        questions::AnswerKind::Paragraph => AnswerKind::Paragraph,
        questions::AnswerKind::Choice => AnswerKind::Choice,
        questions::AnswerKind::Checkbox => AnswerKind::Checkbox,
        questions::AnswerKind::Date => AnswerKind::Date,
    }
}

fn help_out(help: String) -> Result<String, PluginErrorKind> {
    if help.trim().is_empty() { Ok(String::new()) } else { checked_label(help, MAX_TEXT_CHARS) }
}

fn choices_out(
    id: &str,
    kind: questions::AnswerKind,
    said: Vec<questions::Choice>,
) -> Result<Vec<CheckoutChoice>, PluginErrorKind> {
    if !matches!(kind, questions::AnswerKind::Choice) {
        return match said.is_empty() {
            true => Ok(Vec::new()),
            false => Err(invalid(format!("choices of the question `{id}`, which has none"))),
        };
    }
    if !(1..=MAX_CHOICES).contains(&said.len()) {
        return Err(invalid(format!("the question `{id}` without choices, or with more than {MAX_CHOICES}")));
    }
    let mut choices: Vec<CheckoutChoice> = Vec::with_capacity(said.len());
    for choice in said {
        let choice = CheckoutChoice {
            value: checked_label(choice.value, MAX_LABEL_CHARS)?,
            label: checked_label(choice.label, MAX_LABEL_CHARS)?,
        };
        if choices.iter().any(|known| known.value == choice.value || known.label == choice.label) {
            return Err(invalid(format!("the choice `{}` of the question `{id}` twice", choice.value)));
        }
        choices.push(choice);
    }
    Ok(choices)
}

/// Converts refusals; refuses messages that cannot be shown.
pub(crate) fn refusals_out(said: Vec<questions::Refusal>) -> Result<Vec<CheckoutRefusal>, PluginErrorKind> {
    if said.len() > MAX_QUESTIONS {
        return Err(invalid(format!("more than {MAX_QUESTIONS} refusals")));
    }
    let refusal = |refusal: questions::Refusal| {
        Ok(CheckoutRefusal { question: refusal.question, message: checked_label(refusal.message, MAX_TEXT_CHARS)? })
    };
    said.into_iter().map(refusal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(id: &str, kind: questions::AnswerKind, choices: &[(&str, &str)]) -> questions::Question {
        let choice = |(value, label): &(&str, &str)| questions::Choice {
            value: (*value).to_owned(),
            label: (*label).to_owned(),
        };
        questions::Question {
            id: id.to_owned(),
            kind,
            label: "Which day?".to_owned(),
            help: " ".to_owned(),
            required: true,
            choices: choices.iter().map(choice).collect(),
        }
    }

    #[test]
    fn questions_that_cannot_be_shown_are_refused() {
        use questions::AnswerKind::{Choice, Date, Text};
        let sound = vec![question("day", Date, &[]), question("time", Choice, &[("am", "Morning"), ("pm", "Evening")])];
        let asked = questions_out(sound).expect("questions");
        assert_eq!((asked[0].help.as_str(), asked[1].choices.len()), ("", 2));
        for (wrong, word) in [
            (vec![question("Day", Date, &[])], "whose id"),
            (vec![question("day", Date, &[]), question("day", Text, &[])], "twice"),
            (vec![question("time", Choice, &[])], "without choices"),
            (vec![question("time", Choice, &[("am", "Day"), ("pm", "Day")])], "twice"),
            (vec![question("day", Date, &[("am", "Morning")])], "which has none"),
            (vec![question("day", Date, &[]); 11], "more than 10"),
        ] {
            let fault = questions_out(wrong).expect_err(word).to_string();
            assert!(fault.contains(word), "{fault}");
        }
    }
}
