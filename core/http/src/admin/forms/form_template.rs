//! Templates of new forms.

use axum::Json;
use serde::{Deserialize, Serialize};
use stoa_audience::submissions::{FormTemplate, TemplateField, form_template};
use utoipa::{IntoParams, ToSchema};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::reads;

/// Path parameters of a form template.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TypeQuery {
    /// `9`, the numeric type of form blocks, or `form`.
    r#type: String,
}

/// A field of a template.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FormTemplateField)]
pub struct TemplateFieldOut {
    id: &'static str,
    r#type: &'static str,
    title: &'static str,
    required: bool,
    description: &'static str,
}

/// The fields of a new form.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FormTemplate)]
pub struct FormTemplateOut {
    r#type: u32,
    fields: Vec<TemplateFieldOut>,
    submit_button_text: &'static str,
}

impl From<&TemplateField> for TemplateFieldOut {
    fn from(field: &TemplateField) -> Self {
        let TemplateField { id, kind, title, required } = *field;
        Self { id, r#type: kind, title, required, description: "" }
    }
}

impl From<FormTemplate> for FormTemplateOut {
    fn from(template: FormTemplate) -> Self {
        Self {
            r#type: template.type_code,
            fields: template.fields.iter().map(TemplateFieldOut::from).collect(),
            submit_button_text: template.submit_button_text,
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(form_template_get: reads()))
}

/// Get the template of a new form
#[utoipa::path(get, path = "/api/template/GetTemplateSchema", operation_id = "form_template_get", tag = "forms",
    params(TypeQuery), security(("contributor" = ["forms:read"])), responses((status = 200, body = FormTemplateOut)))]
async fn form_template_get(
    caller: Contributor,
    ApiQuery(query): ApiQuery<TypeQuery>,
) -> ApiResult<Json<FormTemplateOut>> {
    Ok(Json(form_template(&caller.ctx, &query.r#type)?.into()))
}
