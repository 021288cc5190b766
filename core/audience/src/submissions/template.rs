//! What a new form starts with.

use stoa_kernel::{Action, Resource, TenantCtx};

use crate::AudienceError;

/// The number of form blocks.
const FORM: u32 = 9;

/// A field that a new form has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TemplateField {
    /// Key of its answer.
    pub id: &'static str,
    /// Which kind of field it is.
    pub kind: &'static str,
    /// Label.
    pub title: &'static str,
    /// Whether it must be filled in.
    pub required: bool,
}

/// What a new form starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormTemplate {
    /// The number of the kind of block.
    pub type_code: u32,
    /// Its fields in order.
    pub fields: &'static [TemplateField],
    /// Label of its button.
    pub submit_button_text: &'static str,
}

const FIELDS: [TemplateField; 4] = [
    TemplateField { id: "name", kind: "name", title: "Name", required: true },
    TemplateField { id: "email", kind: "email", title: "Email", required: true },
    TemplateField { id: "subject", kind: "text", title: "Subject", required: true },
    TemplateField { id: "message", kind: "textarea", title: "Message", required: true },
];

/// The template of a kind of block, by its number or its name.
///
/// # Errors
/// [`AudienceError::NotFound`] for a kind that has none, or when the caller may not see forms.
pub fn form_template(ctx: &TenantCtx, kind: &str) -> Result<FormTemplate, AudienceError> {
    ctx.authorise(Resource::Forms, Action::Read)?;
    match kind {
        "9" | "form" => Ok(FormTemplate { type_code: FORM, fields: &FIELDS, submit_button_text: "Send" }),
        _ => Err(AudienceError::NotFound),
    }
}
