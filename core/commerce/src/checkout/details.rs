//! What a shop asks at the checkout beside addresses, and what shoppers answer.

use std::collections::{BTreeMap, HashMap};

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde::{Deserialize, Serialize};
use stoa_entity::TenantTx;
use stoa_entity::tenant::checkout_detail::{self, Column, Entity};
use stoa_kernel::error::{Checks, FieldErrors};
use stoa_kernel::id::CartId;

use crate::{CommerceError, columns};

/// Most questions of a shop.
const MOST_FIELDS: usize = 10;
/// Most choices of a question.
const MOST_CHOICES: usize = 50;
/// Most characters of a label or a choice.
const MOST_LABEL_CHARS: usize = 100;
/// Most characters of an answer on one line.
const MOST_LINE_CHARS: usize = 200;
/// Most characters of a note or a longer answer.
const MOST_TEXT_CHARS: usize = 2_000;

/// What kind of answer a question wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckoutFieldKind {
    /// One line of text.
    Text,
    /// Several lines of text.
    Textarea,
    /// One of some choices.
    Choice,
    /// Yes or no; when it is required, yes.
    Checkbox,
    /// A day, written `2026-11-21`.
    Date,
}

/// A question that a shop asks at the checkout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutField {
    /// Tells it from the others: small letters, digits and hyphens.
    pub id: String,
    /// The question.
    pub label: String,
    /// What answer it wants.
    pub kind: CheckoutFieldKind,
    /// Whether nobody can buy without an answer.
    pub required: bool,
    /// What can be chosen, for [`CheckoutFieldKind::Choice`].
    #[serde(default)]
    pub choices: Vec<String>,
}

/// What the owner of a shop chooses for its checkout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CheckoutChoices {
    /// Whether people can buy without signing in.
    pub guest_checkout: bool,
    /// Whether shoppers can write a note to the shop.
    pub order_note: bool,
    /// What is asked beside addresses.
    pub fields: Vec<CheckoutField>,
}

impl Default for CheckoutChoices {
    fn default() -> Self {
        Self { guest_checkout: true, order_note: false, fields: Vec::new() }
    }
}

impl CheckoutChoices {
    /// Whether there is anything to ask.
    pub fn asks(&self) -> bool {
        self.order_note || !self.fields.is_empty()
    }
}

/// An answer, with the question as it was when it was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutAnswer {
    /// The question's id.
    pub field_id: String,
    /// The question.
    pub label: String,
    /// The answer; `Yes` for a box that was ticked.
    pub value: String,
}

/// What a shopper says beside addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// What the shopper wants the shop to know.
    pub note: String,
    /// Answers to the shop's questions.
    pub answers: Vec<CheckoutAnswer>,
    /// Whether the shopper was asked and went on, with answers or without.
    pub is_given: bool,
}

/// Checks the questions of a shop; messages stand beside `checkout.fields[0].label` and so on.
pub(crate) fn check_fields(checks: &mut Checks, fields: &[CheckoutField]) {
    checks.require(fields.len() <= MOST_FIELDS, "checkout.fields", "A checkout can ask at most 10 questions.");
    for (index, field) in fields.iter().enumerate() {
        let name = |part: &str| format!("checkout.fields[{index}].{part}");
        let is_id = (1..=40).contains(&field.id.len())
            && field.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        checks.require(is_id, &name("id"), "Use small letters, digits and hyphens.");
        let is_own = fields.iter().filter(|other| other.id == field.id).count() == 1;
        checks.require(is_own, &name("id"), "Another question has this id.");
        checks.require(is_label(&field.label), &name("label"), "Enter a question of at most 100 characters.");
        if field.kind == CheckoutFieldKind::Choice {
            let fits = (1..=MOST_CHOICES).contains(&field.choices.len()) && field.choices.iter().all(|it| is_label(it));
            checks.require(fits, &name("choices"), "Enter 1 to 50 choices of at most 100 characters each.");
        }
    }
}

fn is_label(text: &str) -> bool {
    let length = text.trim().chars().count();
    (1..=MOST_LABEL_CHARS).contains(&length) && !text.chars().any(char::is_control)
}

impl CheckoutField {
    /// The answer as it is kept; none when there is none. The outer error is what is wrong with it.
    fn read(&self, answer: &str) -> Result<Option<String>, &'static str> {
        let answer = answer.trim();
        if answer.is_empty() {
            return if self.required { Err("This is needed.") } else { Ok(None) };
        }
        let on_one_line = answer.chars().count() <= MOST_LINE_CHARS && !answer.chars().any(char::is_control);
        match self.kind {
            CheckoutFieldKind::Text if !on_one_line => Err("Use at most 200 characters on one line."),
            CheckoutFieldKind::Textarea if answer.chars().count() > MOST_TEXT_CHARS => {
                Err("Use at most 2,000 characters.")
            }
            CheckoutFieldKind::Choice if !self.choices.iter().any(|choice| choice == answer) => {
                Err("Choose one of the choices.")
            }
            CheckoutFieldKind::Date if !is_day(answer) => Err("Enter a day such as 2026-11-21."),
            CheckoutFieldKind::Checkbox => match answer {
                "true" => Ok(Some("Yes".to_owned())),
                "false" if self.required => Err("Tick the box to go on."),
                "false" => Ok(None),
                _ => Err("Tick the box or leave it."),
            },
            _ => Ok(Some(answer.to_owned())),
        }
    }
}

fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let (Ok(year), Ok(month), Ok(day)) = (year.parse::<u32>(), month.parse::<u32>(), day.parse::<u32>()) else {
        return false;
    };
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => 0,
    };
    text.len() == 10 && (1..=days).contains(&day)
}

/// What a shopper wrote, checked against the questions of the shop. Messages stand beside `note` and
/// `answers.<field id>`; answers to no question are left out.
pub(super) fn read(
    choices: &CheckoutChoices,
    note: &str,
    answers: &BTreeMap<String, String>,
) -> Result<Details, CommerceError> {
    let note = if choices.order_note { note.trim() } else { "" };
    let mut wrong = FieldErrors::new();
    if note.chars().count() > MOST_TEXT_CHARS {
        wrong.insert("note".to_owned(), "Use at most 2,000 characters.".to_owned());
    }
    let mut kept = Vec::new();
    for field in &choices.fields {
        match field.read(answers.get(&field.id).map_or("", String::as_str)) {
            Ok(Some(value)) => {
                kept.push(CheckoutAnswer { field_id: field.id.clone(), label: field.label.clone(), value });
            }
            Ok(None) => {}
            Err(message) => {
                wrong.insert(format!("answers.{}", field.id), message.to_owned());
            }
        }
    }
    if wrong.is_empty() {
        Ok(Details { note: note.to_owned(), answers: kept, is_given: true })
    } else {
        Err(CommerceError::Invalid(wrong))
    }
}

/// Whether every question that needs an answer has one.
pub(super) fn is_complete(choices: &CheckoutChoices, details: &Details) -> bool {
    choices
        .fields
        .iter()
        .filter(|field| field.required)
        .all(|field| details.answers.iter().any(|answer| answer.field_id == field.id))
}

/// What was said at the checkout of a cart.
pub(crate) async fn of_cart(tx: &TenantTx, cart: &CartId) -> Result<Details, CommerceError> {
    match tx.find::<Entity>().filter(Column::CartId.eq(cart.clone())).one().await? {
        Some(row) => {
            let answers = columns::read("checkout_detail.answers", &row.answers)?;
            Ok(Details { note: row.note, answers, is_given: true })
        }
        None => Ok(Details::default()),
    }
}

/// What was said at the checkouts of some carts.
pub(crate) async fn of_carts(
    tx: &TenantTx,
    carts: impl Iterator<Item = CartId>,
) -> Result<HashMap<CartId, Vec<CheckoutAnswer>>, CommerceError> {
    let ids: Vec<CartId> = carts.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = tx.find::<Entity>().filter(Column::CartId.is_in(ids)).all().await?;
    rows.into_iter().map(|row| Ok((row.cart_id, columns::read("checkout_detail.answers", &row.answers)?))).collect()
}

pub(super) async fn keep(tx: &TenantTx, cart: &CartId, details: &Details) -> Result<(), CommerceError> {
    tx.delete::<Entity>(Column::CartId.eq(cart.clone())).exec().await?;
    tx.insert(checkout_detail::ActiveModel {
        website_id: Set(tx.website().clone()),
        cart_id: Set(cart.clone()),
        note: Set(details.note.clone()),
        answers: Set(columns::write("checkout_detail.answers", &details.answers)?),
    })
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(id: &str, kind: CheckoutFieldKind, required: bool) -> CheckoutField {
        let choices = vec!["Morning".to_owned(), "Evening".to_owned()];
        CheckoutField { id: id.to_owned(), label: id.to_owned(), kind, required, choices }
    }

    fn said(field: &CheckoutField, answer: &str) -> Result<Option<String>, &'static str> {
        field.read(answer)
    }

    #[test]
    fn answers_fit_their_question() {
        let text = field("text", CheckoutFieldKind::Text, false);
        assert_eq!(said(&text, "  door 4 "), Ok(Some("door 4".to_owned())));
        assert_eq!(said(&text, ""), Ok(None));
        assert!(said(&text, "two\nlines").is_err());
        let day = field("day", CheckoutFieldKind::Date, true);
        assert!(said(&day, "2024-02-29").is_ok());
        for wrong in ["", "2026-02-29", "2026-13-01", "2026-1-1", "tomorrow", "2026-00-10"] {
            assert!(said(&day, wrong).is_err(), "{wrong}");
        }
        let choice = field("choice", CheckoutFieldKind::Choice, true);
        assert!(said(&choice, "Morning").is_ok());
        assert!(said(&choice, "Night").is_err());
        let tick = field("terms", CheckoutFieldKind::Checkbox, true);
        assert_eq!(said(&tick, "true"), Ok(Some("Yes".to_owned())));
        assert!(said(&tick, "false").is_err());
    }

    #[test]
    fn a_note_is_left_out_where_the_shop_takes_none() {
        let fields = vec![field("day", CheckoutFieldKind::Date, true)];
        let choices = |order_note| CheckoutChoices { order_note, fields: fields.clone(), ..CheckoutChoices::default() };
        let answers = BTreeMap::from([("day".to_owned(), "2026-12-24".to_owned()), ("x".to_owned(), "y".to_owned())]);
        let details = read(&choices(false), "Ring twice", &answers).unwrap();
        assert_eq!((details.note.as_str(), details.answers.len()), ("", 1));
        assert!(is_complete(&choices(false), &details));
        assert!(!is_complete(&choices(false), &Details::default()));
        let refused = read(&choices(true), "", &BTreeMap::new());
        assert!(matches!(refused, Err(CommerceError::Invalid(wrong)) if wrong.contains_key("answers.day")));
    }
}
