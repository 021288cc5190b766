//! The design of a site: theme, values of the theme settings, custom CSS.

pub mod header_footer;
pub mod header_footer_draft;
pub mod template_files;
pub mod template_files_out;

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use stoa_site::design::{self, Design, DesignState};
use stoa_site::themes::{Setting, SettingKind, Theme, ThemeLibrary};
use utoipa::ToSchema;

use super::pages::public_site;
use crate::admin::pages::page_preview_data::{AddressQuery, sent};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiQuery, Contributor};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// The design of a site.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DesignBody {
    /// Folder name of the theme.
    theme: String,
    /// The site's own values by theme and setting name; omitted settings have the theme's default.
    #[serde(default)]
    values: BTreeMap<String, BTreeMap<String, Value>>,
    /// Custom CSS, applied after all other style sheets. At most 100,000 characters.
    #[serde(default)]
    css: String,
}

/// The revision of a draft.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DesignRevisionBody {
    revision: i64,
}

/// A preset: setting values that go well together.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaletteOut {
    name: String,
    /// Values by setting name.
    values: BTreeMap<String, Value>,
}

/// An option of a setting.
#[derive(Debug, Serialize, ToSchema)]
pub struct ThemeChoiceOut {
    value: Value,
    /// Display name.
    title: String,
    /// Address on the site of the font that it needs; null if it needs none.
    font: Option<String>,
}

/// A setting of a theme.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThemeSettingOut {
    /// The CSS custom property has the same name, prefixed with two hyphens.
    name: String,
    title: String,
    description: String,
    /// Group of the setting, such as `Colours`; may be empty.
    group: String,
    default: Value,
    /// Unit appended to a number, such as `rem`; may be empty.
    unit: String,
    kind: ThemeSettingKind,
    /// Minimum of a number.
    minimum: Option<f64>,
    /// Maximum of a number.
    maximum: Option<f64>,
    /// Step of the slider.
    step: Option<f64>,
    /// The options; empty for other kinds.
    choices: Vec<ThemeChoiceOut>,
}

/// Type of a setting.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ThemeSettingKind {
    /// A colour such as `#336699`.
    Color,
    /// Any CSS value.
    Text,
    /// A number.
    Number,
    /// One of `choices`.
    Choice,
}

/// An available theme.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThemeOut {
    /// Folder name.
    name: String,
    title: String,
    description: String,
    /// Address of its preview image; null if it has none.
    preview: Option<String>,
    settings: Vec<ThemeSettingOut>,
    palettes: Vec<PaletteOut>,
}

/// A design with its draft, and the available themes.
#[derive(Debug, Serialize, ToSchema)]
pub struct DesignOut {
    draft: DesignBody,
    /// The published design.
    published: DesignBody,
    /// Revision, incremented by each change; 0 before the first.
    revision: i64,
    /// Whether the draft differs from the published design.
    unpublished: bool,
    themes: Vec<ThemeOut>,
}

impl From<Design> for DesignBody {
    fn from(design: Design) -> Self {
        let values = design.values.into_iter().map(|(theme, values)| (theme, values.into_iter().collect()));
        Self { theme: design.theme, values: values.collect(), css: design.css }
    }
}

impl From<DesignBody> for Design {
    fn from(body: DesignBody) -> Self {
        let values = body.values.into_iter().map(|(theme, values)| (theme, Map::from_iter(values)));
        Self { theme: body.theme, values: values.collect(), css: body.css }
    }
}

impl ThemeSettingOut {
    fn of(theme: &Theme, setting: &Setting) -> Self {
        let as_float = |number: &Option<Number>| number.as_ref().and_then(Number::as_f64);
        let (mut range, mut choices) = ((None, None, None), Vec::new());
        let kind = match &setting.kind {
            SettingKind::Color => ThemeSettingKind::Color,
            SettingKind::Text => ThemeSettingKind::Text,
            SettingKind::Number { minimum, maximum, step } => {
                range = (as_float(minimum), as_float(maximum), as_float(step));
                ThemeSettingKind::Number
            }
            SettingKind::Choice(values) => {
                let font = |value: &Value| {
                    let named = setting.preloads.iter().find(|(asking, _)| asking == value);
                    named.and_then(|(_, path)| theme.address(path))
                };
                let choice = |(value, title): &(Value, String)| ThemeChoiceOut {
                    font: font(value),
                    value: value.clone(),
                    title: title.clone(),
                };
                choices = values.iter().map(choice).collect();
                ThemeSettingKind::Choice
            }
        };
        let (minimum, maximum, step) = range;
        Self {
            name: setting.name.clone(),
            title: setting.title.clone(),
            description: setting.description.clone(),
            group: setting.group.clone(),
            default: setting.default.clone(),
            unit: setting.unit.clone(),
            kind,
            minimum,
            maximum,
            step,
            choices,
        }
    }
}

impl From<&Theme> for ThemeOut {
    fn from(theme: &Theme) -> Self {
        let configuration = &theme.configuration;
        let palettes = configuration.palettes.iter().map(|palette| PaletteOut {
            name: palette.name.clone(),
            values: palette.values.clone().into_iter().collect(),
        });
        Self {
            name: theme.name.clone(),
            title: theme.title().to_owned(),
            description: configuration.description.clone(),
            preview: theme.address(&configuration.preview),
            settings: configuration.settings.iter().map(|setting| ThemeSettingOut::of(theme, setting)).collect(),
            palettes: palettes.collect(),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(design_get: reads(), design_save: changes(Invalidates::ByHandler)))
        .routes(routes!(design_publish: changes(Invalidates::ByHandler)))
        .routes(routes!(design_discard: changes(Invalidates::ByHandler)))
        .routes(routes!(design_material: reads()))
        .merge(header_footer::routes())
        .merge(template_files::routes())
}

fn tagged(themes: &ThemeLibrary, state: DesignState) -> impl IntoResponse + use<> {
    let choices = themes.names().into_iter().filter_map(|name| themes.get(name)).map(ThemeOut::from);
    let out = DesignOut {
        unpublished: state.draft != state.published,
        draft: state.draft.into(),
        published: state.published.into(),
        revision: state.revision,
        themes: choices.collect(),
    };
    (AppendHeaders([(header::ETAG, format!("\"{}\"", out.revision))]), Json(out))
}

/// Get the design
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/design", operation_id = "design_get", tag = "design",
    security(("contributor" = ["design:read"])),
    responses((status = 200, body = DesignOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn design_get(State(state): State<AppState>, caller: Contributor) -> ApiResult<impl IntoResponse> {
    Ok(tagged(state.renderer.themes(), design::get(&caller.ctx, &caller.db).await?))
}

/// Save a draft of the design
///
/// Values are stored per theme, so trying another theme loses none. Visitors see the draft when it is published.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/design", operation_id = "design_save", tag = "design",
    params(("If-Match" = String, Header, description = "The revision that the draft is based on, in quotes; a list, or `*` for any")),
    request_body = DesignBody, security(("contributor" = ["design:write"])),
    responses((status = 200, body = DesignOut), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn design_save(
    State(state): State<AppState>,
    caller: Contributor,
    headers: HeaderMap,
    ApiJson(body): ApiJson<DesignBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    let themes = state.renderer.themes();
    Ok(tagged(themes, design::save(&caller.ctx, &caller.db, themes, &seen, body.into()).await?))
}

/// Publish the draft
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/design/publish", operation_id = "design_publish",
    tag = "design", request_body = DesignRevisionBody, security(("contributor" = ["design:publish"])),
    responses((status = 200, body = DesignOut), (status = 412, body = Problem)))]
async fn design_publish(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(DesignRevisionBody { revision }): ApiJson<DesignRevisionBody>,
) -> ApiResult<impl IntoResponse> {
    let (themes, invalidation) = (state.renderer.themes(), state.invalidation.as_ref());
    Ok(tagged(themes, design::publish(&caller.ctx, &caller.db, themes, invalidation, revision).await?))
}

/// Discard the draft of the design
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/design/discard", operation_id = "design_discard",
    tag = "design", request_body = DesignRevisionBody, security(("contributor" = ["design:write"])),
    responses((status = 200, body = DesignOut), (status = 412, body = Problem)))]
async fn design_discard(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(DesignRevisionBody { revision }): ApiJson<DesignRevisionBody>,
) -> ApiResult<impl IntoResponse> {
    Ok(tagged(state.renderer.themes(), design::discard(&caller.ctx, &caller.db, revision).await?))
}

/// Get the rendering data of a page with the draft design
///
/// Everything the template engine in the browser needs to render the page at an address. 204 if the theme has the
/// original form: its pages are rendered only by the server.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/design/material", operation_id = "design_material",
    tag = "design", params(AddressQuery), security(("contributor" = ["design:read"])),
    responses((status = 200, body = Value, headers(("ETag" = String, description = "Changes with the preview data"))),
              (status = 204), (status = 304), (status = 412, body = Problem)))]
async fn design_material(
    State(state): State<AppState>,
    caller: Contributor,
    ApiQuery(query): ApiQuery<AddressQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let site = public_site(&state, &caller).await?;
    let material = state.renderer.design_material(&caller.ctx, &caller.db, site, &query.address).await?;
    Ok(material.map_or_else(|| StatusCode::NO_CONTENT.into_response(), |material| sent(&headers, material)))
}
