//! Custom checkout questions of a shop, the order note, and the shopper's answers.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::OnConflict;
use serde::{Deserialize, Serialize};
use stoa_entity::TenantTx;
pub use stoa_entity::tenant::checkout_detail::CheckoutAnswer;
use stoa_entity::tenant::checkout_detail::{self, Column, Entity};
use stoa_kernel::Said;
use stoa_kernel::checkout::CheckoutFieldKind;
use stoa_kernel::error::Checks;
use stoa_kernel::id::CartId;
use stoa_kernel::shared_problem_texts::{NAME_TOO_LONG, REQUIRED, TEXT_OVER_2000};
use stoa_locale::{DateTimeOptions, Locale, Moment, Part, Width};
use stoa_messages::Texts;

use crate::CommerceError;
use crate::contributor_texts;
use crate::problem_texts::{BOX_UNCHECKED, DATE_INVALID, OPTION_UNKNOWN, TRUE_OR_FALSE};
use stoa_entity::json_column::JsonOf;

/// Key of the word for a ticked box.
const TICKED_KEY: &str = "orderSummary.ticked";
/// Maximum number of questions in a shop.
const MAX_FIELDS: usize = 10;
/// Maximum number of choices of a question.
const MAX_CHOICES: usize = 50;
/// Maximum length of a label or choice, characters.
const MAX_LABEL_CHARS: usize = 100;
/// Maximum length of a one-line answer, characters.
const MAX_LINE_CHARS: usize = 200;
/// Maximum length of a note or a multi-line answer, characters.
const MAX_TEXT_CHARS: usize = 2_000;
/// What is stored for a ticked box, whatever the language: people read the word in theirs.
const TICKED: &str = "Yes";
/// Maximum length of a multi-line answer to a plugin, characters.
const MAX_PLUGIN_TEXT_CHARS: usize = 500;

/// A question of the checkout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutField {
    /// Unique id: lower-case letters, digits and hyphens.
    pub id: String,
    /// The question's text.
    pub label: String,
    /// Type of the answer.
    pub kind: CheckoutFieldKind,
    /// Whether an answer is required.
    pub required: bool,
    /// Choices, for [`CheckoutFieldKind::Choice`].
    #[serde(default)]
    pub choices: Vec<String>,
    /// What helps to answer a question that a plugin asks, may be empty; none for a question of the shop.
    #[serde(skip)]
    pub plugin_help: Option<String>,
}

/// Checkout settings of a shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CheckoutChoices {
    /// Whether guests can buy without signing in.
    pub guest_checkout: bool,
    /// Whether shoppers can enter a note.
    pub order_note: bool,
    /// Custom questions.
    pub fields: Vec<CheckoutField>,
}

impl Default for CheckoutChoices {
    fn default() -> Self {
        Self { guest_checkout: true, order_note: false, fields: Vec::new() }
    }
}

impl CheckoutChoices {
    /// Whether the checkout has a note or questions.
    pub fn asks(&self) -> bool {
        self.order_note || !self.fields.is_empty()
    }
}

/// Note and answers of a shopper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Note to the shop.
    pub note: String,
    /// Answers to the questions.
    pub answers: Vec<CheckoutAnswer>,
    /// Whether the shopper has completed this step, with or without answers.
    pub is_given: bool,
}

/// Validates the questions of a shop; field errors such as `checkout.fields[0].label`.
pub(crate) fn check_fields(checks: &mut Checks, fields: &[CheckoutField]) {
    checks.require(
        fields.len() <= MAX_FIELDS,
        "checkout.fields",
        contributor_texts::CHECKOUT_CAN_ASK_AT_MOST_10_QUESTIONS,
    );
    for (index, field) in fields.iter().enumerate() {
        let name = |part: &str| format!("checkout.fields[{index}].{part}");
        let is_id = (1..=40).contains(&field.id.len())
            && field.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        checks.require(is_id, &name("id"), contributor_texts::USE_LOWER_CASE_LETTERS_DIGITS_AND_HYPHENS);
        let is_own = fields.iter().filter(|other| other.id == field.id).count() == 1;
        checks.require(is_own, &name("id"), contributor_texts::ANOTHER_QUESTION_ALREADY_HAS_THIS_ID);
        checks.require(is_label(&field.label), &name("label"), contributor_texts::ENTER_A_QUESTION_OF_AT_MOST_100);
        if field.kind == CheckoutFieldKind::Choice {
            let fits = (1..=MAX_CHOICES).contains(&field.choices.len()) && field.choices.iter().all(|it| is_label(it));
            checks.require(fits, &name("choices"), contributor_texts::ENTER_1_TO_50_CHOICES);
        }
    }
}

fn is_label(text: &str) -> bool {
    let length = text.trim().chars().count();
    (1..=MAX_LABEL_CHARS).contains(&length) && !text.chars().any(char::is_control)
}

impl CheckoutField {
    /// Maximum length of a typed answer, characters.
    pub fn max_chars(&self) -> usize {
        match self.kind {
            CheckoutFieldKind::Textarea if self.plugin_help.is_some() => MAX_PLUGIN_TEXT_CHARS,
            CheckoutFieldKind::Textarea => MAX_TEXT_CHARS,
            _ => MAX_LINE_CHARS,
        }
    }

    /// Validates an answer and returns it as stored; `None` when it is empty. The error is the message for the shopper.
    fn read(&self, answer: &str) -> Result<Option<String>, Said> {
        let answer = answer.trim();
        if answer.is_empty() {
            return if self.required { Err(REQUIRED.into()) } else { Ok(None) };
        }
        let on_one_line = answer.chars().count() <= MAX_LINE_CHARS && !answer.chars().any(char::is_control);
        match self.kind {
            CheckoutFieldKind::Text if !on_one_line => Err(NAME_TOO_LONG.with("count", MAX_LINE_CHARS)),
            CheckoutFieldKind::Textarea if answer.chars().count() > self.max_chars() => Err(match self.plugin_help {
                Some(_) => NAME_TOO_LONG.with("count", self.max_chars()),
                None => TEXT_OVER_2000.into(),
            }),
            CheckoutFieldKind::Choice if !self.choices.iter().any(|choice| choice == answer) => {
                Err(OPTION_UNKNOWN.into())
            }
            CheckoutFieldKind::Date if !is_day(answer) => Err(DATE_INVALID.into()),
            CheckoutFieldKind::Checkbox => match answer {
                "true" => Ok(Some(TICKED.to_owned())),
                "false" if self.required => Err(BOX_UNCHECKED.into()),
                "false" => Ok(None),
                _ => Err(TRUE_OR_FALSE.into()),
            },
            _ => Ok(Some(answer.to_owned())),
        }
    }
}

fn is_day(text: &str) -> bool {
    // Browsers read no other form, and numbers of Rust may begin with a plus.
    let has_form = |(place, byte): (usize, u8)| match place {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    if text.len() != 10 || !text.bytes().enumerate().all(has_form) {
        return false;
    }
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
    (1..=days).contains(&day)
}

/// Validates the note and the answers. Field errors on `note` and `answers.<field id>`; answers to unknown questions
/// are ignored.
pub(super) fn read(
    choices: &CheckoutChoices,
    note: &str,
    answers: &BTreeMap<String, String>,
) -> Result<Details, CommerceError> {
    let note = if choices.order_note { note.trim() } else { "" };
    let mut checks = Checks::default();
    checks.require_said(note.chars().count() <= MAX_TEXT_CHARS, "note", TEXT_OVER_2000);
    let mut kept = Vec::new();
    for field in &choices.fields {
        match field.read(answers.get(&field.id).map_or("", String::as_str)) {
            Ok(Some(value)) => {
                let (field_id, label) = (field.id.clone(), field.label.clone());
                kept.push(CheckoutAnswer { field_id, label, value, kind: Some(field.kind), choice: None });
            }
            Ok(None) => {}
            Err(said) => checks.require_said(false, &format!("answers.{}", field.id), said),
        }
    }
    checks.finish()?;
    Ok(Details { note: note.to_owned(), answers: kept, is_given: true })
}

/// Answers to questions that were shown in another language, with the choices as the owner wrote them. `shown` are the
/// questions in that language.
pub(super) fn in_original(
    asked: &CheckoutChoices,
    shown: &CheckoutChoices,
    answers: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let mut answers = answers.clone();
    for (field, shown) in asked.fields.iter().zip(&shown.fields) {
        if let Some(answer) = answers.get_mut(&field.id)
            && !field.choices.iter().any(|choice| choice == answer.trim())
            && let Some(original) = counterpart(&shown.choices, &field.choices, answer.trim())
        {
            *answer = original.to_owned();
        }
    }
    answers
}

/// Answers as the shopper sees them, in the language of `shown` and `texts`.
pub(crate) fn answers_shown(
    asked: &CheckoutChoices,
    shown: &CheckoutChoices,
    answers: &[CheckoutAnswer],
    texts: Texts<'_>,
) -> Vec<CheckoutAnswer> {
    let in_words = |answer: &CheckoutAnswer| {
        let place = asked.fields.iter().position(|field| field.id == answer.field_id && field.label == answer.label);
        let Some((field, shown)) = place.and_then(|place| asked.fields.get(place).zip(shown.fields.get(place))) else {
            return answer.clone();
        };
        // The question may have had another type when it was answered.
        let kind = answer.kind.unwrap_or(field.kind);
        let value = match kind {
            CheckoutFieldKind::Checkbox => Some(texts.text(TICKED_KEY)),
            _ => counterpart(&field.choices, &shown.choices, &answer.value),
        };
        CheckoutAnswer {
            field_id: answer.field_id.clone(),
            label: shown.label.clone(),
            value: value.unwrap_or(&answer.value).to_owned(),
            kind: Some(kind),
            choice: answer.choice.clone(),
        }
    };
    answers.iter().map(in_words).collect()
}

/// An answer for a reader of a language, given as BCP 47 tag, and of the texts in it.
pub fn value_for(answer: &CheckoutAnswer, language: &str, texts: Texts<'_>) -> String {
    let read = match answer.kind {
        Some(CheckoutFieldKind::Checkbox) => Some(texts.text(TICKED_KEY).to_owned()),
        // Of earlier answers the type is not known, and a typed `Yes` means the same.
        None if answer.value == TICKED => Some(texts.text(TICKED_KEY).to_owned()),
        Some(CheckoutFieldKind::Date) => day_in(&answer.value, language),
        _ => None,
    };
    read.unwrap_or_else(|| answer.value.clone())
}

/// A day such as 2026-12-24 as a language writes it.
fn day_in(day: &str, language: &str) -> Option<String> {
    let noon = day.parse::<Date>().ok()?.at(12, 0, 0, 0).to_zoned(TimeZone::UTC).ok()?;
    let date = DateTimeOptions { date: Some(Part::Width(Width::Long)), ..DateTimeOptions::default() };
    let moment = Moment::new(noon.timestamp().as_millisecond(), "UTC").ok()?;
    Some(Locale::parse(language).ok()?.format_datetime(&moment, &date))
}

/// The choice that stands where a text stands in another list.
fn counterpart<'a>(from: &[String], to: &'a [String], text: &str) -> Option<&'a str> {
    let place = from.iter().position(|choice| choice == text)?;
    to.get(place).map(String::as_str)
}

/// Whether all required questions are answered.
pub(super) fn is_complete(choices: &CheckoutChoices, details: &Details) -> bool {
    choices
        .fields
        .iter()
        .filter(|field| field.required)
        .all(|field| details.answers.iter().any(|answer| answer.field_id == field.id))
}

/// Note and answers of a cart's checkout.
pub(super) async fn of_cart(tx: &TenantTx, cart: &CartId) -> Result<Details, CommerceError> {
    match tx.find::<Entity>().filter(Column::CartId.eq(cart.clone())).one().await? {
        Some(row) => Ok(Details { note: row.note, answers: row.answers.0, is_given: true }),
        None => Ok(Details::default()),
    }
}

/// Answers of the checkouts of several carts.
pub(crate) async fn of_carts(
    tx: &TenantTx,
    carts: impl Iterator<Item = CartId>,
) -> Result<HashMap<CartId, Vec<CheckoutAnswer>>, CommerceError> {
    let ids: Vec<CartId> = carts.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = tx.find::<Entity>().filter(Column::CartId.is_in(ids)).all().await?;
    Ok(rows.into_iter().map(|row| (row.cart_id, row.answers.0)).collect())
}

pub(super) async fn keep(tx: &TenantTx, cart: &CartId, details: &Details) -> Result<(), CommerceError> {
    let row = checkout_detail::ActiveModel {
        website_id: Set(tx.website().clone()),
        cart_id: Set(cart.clone()),
        note: Set(details.note.clone()),
        answers: Set(JsonOf(details.answers.clone())),
    };
    let mut said_before = OnConflict::columns([Column::WebsiteId, Column::CartId]);
    said_before.update_columns([Column::Note, Column::Answers]);
    Ok(tx.upsert_many(vec![row], said_before).await?)
}
