//! The kinds of blocks that a page can contain.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use serde_json::{Map, Value};
use stoa_kernel::{Action, Resource};
use stoa_messages::Catalogue;
use stoa_render::{BlockKind, BlockSource, BlockVariant};
use stoa_site::settings::site_row;
use stoa_site::website_settings::{self, WebsiteSettings};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::Contributor;
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::AppState;

/// A kind of block.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockKindOut {
    kind: String,
    name: String,
    /// Its group in the block picker, such as `Basic` or `Plugins`.
    category: String,
    description: String,
    /// JSON Schema of its settings; properties are in the order of the form.
    #[schema(value_type = Object)]
    settings_schema: Value,
    /// The version of its settings; null when it takes settings of all its versions as they are.
    settings_version: Option<u32>,
    #[schema(value_type = Object)]
    default_settings: Map<String, Value>,
    /// `builtin`, or the id of the plugin.
    source: String,
    /// Numeric block types that map to this kind.
    type_codes: Vec<i32>,
    /// Additional search terms.
    keywords: Vec<String>,
    /// Preset variants.
    variants: Vec<BlockVariantOut>,
    /// A small preview image, an SVG document.
    thumbnail: Option<String>,
}

/// A preset variant of a block kind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockVariantOut {
    /// Numeric code, 1000 or more.
    code: i32,
    name: String,
    /// The settings of the variant.
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
}

/// All block kinds of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockKindsOut {
    /// Sorted by group; within a group the most used kinds first.
    block_kinds: Vec<BlockKindOut>,
}

impl From<BlockKind> for BlockKindOut {
    fn from(kind: BlockKind) -> Self {
        Self {
            kind: kind.kind,
            name: kind.name,
            category: kind.category,
            description: kind.description,
            settings_schema: kind.settings_schema,
            settings_version: kind.settings_version,
            default_settings: kind.default_settings,
            source: match kind.source {
                BlockSource::BuiltIn => "builtin".to_owned(),
                BlockSource::Plugin(id) => id,
            },
            type_codes: kind.type_codes,
            keywords: kind.keywords,
            variants: kind.variants.into_iter().map(BlockVariantOut::from).collect(),
            thumbnail: kind.thumbnail,
        }
    }
}

impl From<BlockVariant> for BlockVariantOut {
    fn from(BlockVariant { code, name, settings }: BlockVariant) -> Self {
        Self { code, name, settings }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(block_kinds_list: reads()))
}

/// List block kinds
///
/// Words for visitors in default settings are in the language of the site.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/block-kinds", operation_id = "block_kinds_list",
    tag = "pages", security(("contributor" = ["content:read"])), responses((status = 200, body = BlockKindsOut)))]
async fn block_kinds_list(State(state): State<AppState>, caller: Contributor) -> ApiResult<Json<BlockKindsOut>> {
    caller.ctx.authorise(Resource::Content, Action::Read)?;
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let (flags, row) = {
        let tx = caller.db.read().await?;
        (website_settings::stored(&tx).await?, site_row(&tx).await?)
    };
    let kinds = kinds.offered(Catalogue::for_language(&row.language));
    let mut block_kinds: Vec<BlockKindOut> = kinds.into_iter().map(BlockKindOut::from).collect();
    for kind in &mut block_kinds {
        hide_disabled_features(&mut kind.settings_schema, &flags);
    }
    Ok(Json(BlockKindsOut { block_kinds }))
}

/// Marks settings whose feature flag is off as hidden, so that forms do not show them; stored values are unchanged.
fn hide_disabled_features(schema: &mut Value, flags: &WebsiteSettings) {
    match schema {
        Value::Object(members) => {
            let is_off = match members.get("x-flag").and_then(Value::as_str) {
                Some("formTextLimits") => !flags.form_text_limits,
                _ => false,
            };
            if is_off {
                members.insert("x-hidden".to_owned(), Value::Bool(true));
            }
            members.values_mut().for_each(|inner| hide_disabled_features(inner, flags));
        }
        Value::Array(list) => list.iter_mut().for_each(|inner| hide_disabled_features(inner, flags)),
        _ => {}
    }
}
