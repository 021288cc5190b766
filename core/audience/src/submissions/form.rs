use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_document::{BlockKinds, Document};
use stoa_kernel::error::{Checks, FieldErrors};

use super::answer::{self, Answer};
use super::field::FormField;
use crate::AudienceError;
use crate::email::is_address;

/// Largest text of answers: 64 KiB.
pub const MAX_ANSWERS_BYTES: usize = 64 * 1024;
/// Kinds of blocks whose settings hold the fields of a form.
pub(super) const FORM_KINDS: [&str; 2] = ["form", "newsletter"];
/// The kind whose answers go onto a mailing list and to nobody by mail.
const NEWSLETTER: &str = "newsletter";
const MOST_ANSWERS: usize = 100;
/// Most addresses that are told of an answer.
const MOST_RECIPIENTS: usize = 5;
/// Key of the box below the disclaimer.
const CONSENT: &str = "disclaimer-consent";

/// A form as it stands in a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// Id of its block.
    pub id: String,
    /// Its fields in order, with the consent to its disclaimer when that must be given.
    pub fields: Vec<FormField>,
    /// Whether it is a sign-up for news.
    pub is_newsletter: bool,
    /// What else its block says.
    pub settings: FormSettings,
}

/// What the block of a form says beside its fields.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FormSettings {
    /// Name in the list of forms.
    pub form_name: String,
    /// Who is told of answers by mail; empty for the address of the site.
    pub recipients: Vec<String>,
    /// Name of the mailing list that those who answer join; empty for none.
    pub mailing_list: String,
    /// Address that takes answers for another program; empty for none.
    pub webhook_url: String,
    /// Whether they confirm their address first.
    pub double_opt_in: bool,
    /// Whether a captcha is solved before an answer is taken.
    pub captcha: bool,
    /// Whether the disclaimer must be agreed to.
    pub disclaimer_consent: bool,
    /// Label of the box with which it is.
    pub disclaimer_consent_label: String,
}

impl Default for FormSettings {
    fn default() -> Self {
        Self {
            form_name: String::new(),
            recipients: Vec::new(),
            mailing_list: String::new(),
            webhook_url: String::new(),
            double_opt_in: true,
            captcha: true,
            disclaimer_consent: false,
            disclaimer_consent_label: String::new(),
        }
    }
}

impl Form {
    /// The form of a block id in a document.
    pub fn find(document: &Document, kinds: &dyn BlockKinds, id: &str) -> Option<Self> {
        document.block(id).and_then(|block| Self::of_block(block, kinds))
    }

    /// The forms of a document in the order in which they are read.
    pub fn all(document: &Document, kinds: &dyn BlockKinds) -> Vec<Self> {
        document.blocks().filter_map(|block| Self::of_block(block, kinds)).collect()
    }

    fn of_block(block: &stoa_document::Block, kinds: &dyn BlockKinds) -> Option<Self> {
        if !FORM_KINDS.contains(&block.kind.as_str()) {
            return None;
        }
        let settings = kinds.schema(&block.kind)?.complete(&block.settings);
        let fields = settings.get("fields").and_then(Value::as_array)?;
        let mut fields: Vec<FormField> = fields.iter().filter_map(|field| FormField::deserialize(field).ok()).collect();
        let settings = FormSettings::deserialize(Value::Object(settings)).unwrap_or_default();
        if settings.disclaimer_consent {
            let label = settings.disclaimer_consent_label.clone();
            fields.push(FormField {
                id: CONSENT.to_owned(),
                r#type: "checkbox".to_owned(),
                title: label.clone(),
                required: true,
                options: vec![label],
                ..FormField::default()
            });
        }
        Some(Self { id: block.id.clone(), fields, is_newsletter: block.kind == NEWSLETTER, settings })
    }

    /// Who is told of answers by mail: none when nobody is, an empty list for the address of the site.
    pub fn recipients(&self) -> Option<Vec<String>> {
        let named = self.settings.recipients.iter().map(|address| address.trim().to_owned());
        let named: Vec<String> = named.filter(|address| is_address(address)).take(MOST_RECIPIENTS).collect();
        (!self.is_newsletter || !named.is_empty()).then_some(named)
    }

    /// Reads answers and checks them all; answers to unknown fields are dropped. Returns the answers in the order
    /// of the fields.
    ///
    /// # Errors
    /// [`AudienceError::UnreadableAnswers`], or [`AudienceError::Invalid`] with a message beside
    /// each wrong field.
    pub fn check(&self, answers: &Map<String, Value>) -> Result<Vec<Answer>, AudienceError> {
        if answers.len() > MOST_ANSWERS {
            return Err(AudienceError::UnreadableAnswers);
        }
        let mut checks = Checks::default();
        let mut read = Vec::new();
        for field in self.fields.iter().filter(|field| field.is_answered()) {
            let parts = answer::parts(answers.get(&field.id).unwrap_or(&Value::Null));
            match field.complaint(&parts) {
                Some(message) => checks.require(false, &field.id, message),
                None => read.push(Answer {
                    field: field.id.clone(),
                    kind: field.r#type.clone(),
                    label: field.label().to_owned(),
                    value: answer::text(&field.r#type, &parts),
                    choices: answer::choices(&field.r#type, &parts),
                }),
            }
        }
        checks.finish()?;
        Ok(read)
    }

    /// Reads answers from JSON text.
    ///
    /// # Errors
    /// [`AudienceError::UnreadableAnswers`] when it is too long or no JSON object.
    pub fn read_answers(text: &str) -> Result<Map<String, Value>, AudienceError> {
        if text.len() > MAX_ANSWERS_BYTES {
            return Err(AudienceError::UnreadableAnswers);
        }
        serde_json::from_str(text).map_err(|_| AudienceError::UnreadableAnswers)
    }
}

/// All messages of answers, for the call that only checks.
pub(super) fn complaints(form: &Form, answers: &Map<String, Value>) -> Result<FieldErrors, AudienceError> {
    match form.check(answers) {
        Ok(_) => Ok(FieldErrors::new()),
        Err(AudienceError::Invalid(fields)) => Ok(fields),
        Err(other) => Err(other),
    }
}
