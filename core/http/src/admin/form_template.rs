//! What a new form starts with.

use axum::Json;
use serde::{Deserialize, Serialize};
use stoa_audience::submissions::{FormTemplate, TemplateField, form_template};
use utoipa::{IntoParams, ToSchema};

use crate::calls::{Calls, routes};
use crate::extract::{ApiQuery, Contributor};
use crate::problem::{ApiResult, Problem};

/// Which template.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TypeQuery {
    /// `9`, the number of form blocks, or `form`.
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

/// What a new form starts with.
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

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(form_template_get))
}

/// What a new form starts with
#[utoipa::path(get, path = "/api/template/GetTemplateSchema", operation_id = "form_template_get", tag = "forms",
    params(TypeQuery),
    security(("contributor" = ["forms:read"])),
    responses((status = 200, body = FormTemplateOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn form_template_get(
    caller: Contributor,
    ApiQuery(query): ApiQuery<TypeQuery>,
) -> ApiResult<Json<FormTemplateOut>> {
    Ok(Json(form_template(&caller.ctx, &query.r#type)?.into()))
}
