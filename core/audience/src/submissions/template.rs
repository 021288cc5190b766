//! Default content of a new form.

use stoa_kernel::{Action, Resource, TenantCtx};

use crate::AudienceError;

/// Type code of form blocks.
const FORM: u32 = 9;

/// A default field of a new form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TemplateField {
    /// Key of its value.
    pub id: &'static str,
    /// Kind of field.
    pub kind: &'static str,
    /// Label.
    pub title: &'static str,
    /// Whether it must be filled in.
    pub required: bool,
}

/// Default content of a new form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormTemplate {
    /// Type code of the block.
    pub type_code: u32,
    /// Its fields in order.
    pub fields: &'static [TemplateField],
    /// Label of its submit button.
    pub submit_button_text: &'static str,
}

const FIELDS: [TemplateField; 4] = [
    TemplateField { id: "name", kind: "name", title: "Name", required: true },
    TemplateField { id: "email", kind: "email", title: "Email", required: true },
    TemplateField { id: "subject", kind: "text", title: "Subject", required: true },
    TemplateField { id: "message", kind: "textarea", title: "Message", required: true },
];

/// The template of a block kind, by its type code or name.
///
/// # Errors
/// [`AudienceError::NotFound`] for a kind without template, or when the caller may not read forms.
pub fn form_template(ctx: &TenantCtx, kind: &str) -> Result<FormTemplate, AudienceError> {
    ctx.authorise(Resource::Forms, Action::Read)?;
    match kind {
        "9" | "form" => Ok(FormTemplate { type_code: FORM, fields: &FIELDS, submit_button_text: "Send" }),
        _ => Err(AudienceError::NotFound),
    }
}
