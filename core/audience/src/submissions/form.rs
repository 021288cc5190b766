//! A form as its block defines it: fields, recipients, and limits of what may be sent.

use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_document::{BlockKinds, Document};
use stoa_kernel::error::Checks;

use super::answer::{self, Answer};
use super::field::FormField;
use crate::AudienceError;
use crate::email::is_address;

/// Maximum size of submitted values: 64 KiB.
pub const MAX_ANSWERS_BYTES: usize = 64 * 1024;
/// Kinds of blocks whose settings contain form fields.
pub(super) const FORM_KINDS: [&str; 2] = ["form", "newsletter"];
/// The kind whose submissions are added to a mailing list, without e-mail notification.
const NEWSLETTER: &str = "newsletter";
const MAX_ANSWERS: usize = 100;
/// Maximum number of notified addresses per form.
const MAX_RECIPIENTS: usize = 5;
/// Key of the consent checkbox of the disclaimer.
pub(super) const CONSENT: &str = "disclaimer-consent";

/// A form on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// Id of its block.
    pub id: String,
    /// Its fields in order, including the disclaimer consent when that is required.
    pub fields: Vec<FormField>,
    /// Whether it is a newsletter sign-up.
    pub is_newsletter: bool,
    /// Other settings of its block.
    pub settings: FormSettings,
}

/// Settings of a form block besides its fields.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FormSettings {
    /// Name in the list of forms.
    pub form_name: String,
    /// E-mail addresses notified of submissions; empty for the site's address.
    pub recipients: Vec<String>,
    /// Name of the mailing list that submitters are added to; empty for none.
    pub mailing_list: String,
    /// Webhook URL that receives submissions; empty for none.
    pub webhook_url: String,
    /// Whether submitters confirm their e-mail address first.
    pub double_opt_in: bool,
    /// Whether submissions require a captcha.
    pub captcha: bool,
    /// Whether consent to the disclaimer is required.
    pub disclaimer_consent: bool,
    /// Label of the consent checkbox.
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

    /// The forms of a document in document order.
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

    /// Recipients of e-mail notifications: none for no notification, an empty list for the site's address.
    pub fn recipients(&self) -> Option<Vec<String>> {
        let named = self.settings.recipients.iter().map(|address| address.trim().to_owned());
        let named: Vec<String> = named.filter(|address| is_address(address)).take(MAX_RECIPIENTS).collect();
        (!self.is_newsletter || !named.is_empty()).then_some(named)
    }

    /// Parses and validates submitted values; unknown fields are dropped. Returns the values in the order of the
    /// fields.
    ///
    /// # Errors
    /// [`AudienceError::UnreadableAnswers`], or [`AudienceError::Invalid`] with a message per invalid field.
    pub fn check(&self, answers: &Map<String, Value>) -> Result<Vec<Answer>, AudienceError> {
        if answers.len() > MAX_ANSWERS {
            return Err(AudienceError::UnreadableAnswers);
        }
        let mut checks = Checks::default();
        let mut read = Vec::new();
        for field in self.fields.iter().filter(|field| field.is_answered()) {
            let parts = answer::parts(answers.get(&field.id).unwrap_or(&Value::Null));
            match field.error_message(&parts) {
                Some(said) => checks.require_said(false, &field.id, said),
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

    /// Parses submitted values from JSON text.
    ///
    /// # Errors
    /// [`AudienceError::UnreadableAnswers`] when it is too long or not a JSON object.
    pub fn read_answers(text: &str) -> Result<Map<String, Value>, AudienceError> {
        if text.len() > MAX_ANSWERS_BYTES {
            return Err(AudienceError::UnreadableAnswers);
        }
        serde_json::from_str(text).map_err(|_| AudienceError::UnreadableAnswers)
    }
}
