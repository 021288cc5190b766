//! The kinds of blocks that pages can be made of.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use serde_json::{Map, Value};
use stoa_kernel::{Action, Resource};
use stoa_render::{BlockKind, BlockSource, BlockVariant};
use stoa_site::website_settings::{self, WebsiteSettings};
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::Contributor;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// A kind of block.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockKindOut {
    kind: String,
    name: String,
    category: String,
    description: String,
    /// JSON Schema of its settings, in the order of the form.
    #[schema(value_type = Object)]
    settings_schema: Value,
    #[schema(value_type = Object)]
    default_settings: Map<String, Value>,
    /// `builtin`, or the id of the plugin.
    source: String,
    /// Block type numbers it answers for.
    type_codes: Vec<i32>,
    /// Other words under which people look for it.
    keywords: Vec<String>,
    /// Ready-made forms of it.
    variants: Vec<BlockVariantOut>,
    /// A small drawing of it, an SVG document.
    thumbnail: Option<String>,
}

/// A form of a kind of block.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockVariantOut {
    /// Its number, 1000 or more.
    code: i32,
    name: String,
    /// The settings that make it.
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
}

/// All kinds of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockKindsOut {
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

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(block_kinds_list))
}

/// List the kinds of blocks
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/block-kinds", operation_id = "block_kinds_list",
    tag = "pages", params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["content:read"])),
    responses((status = 200, body = BlockKindsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn block_kinds_list(State(state): State<AppState>, caller: Contributor) -> ApiResult<Json<BlockKindsOut>> {
    caller.ctx.authorise(Resource::Content, Action::Read)?;
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await.offered();
    let flags = website_settings::stored(&caller.db.read().await?).await?;
    let mut block_kinds: Vec<BlockKindOut> = kinds.into_iter().map(BlockKindOut::from).collect();
    for kind in &mut block_kinds {
        hide_flagged(&mut kind.settings_schema, &flags);
    }
    Ok(Json(BlockKindsOut { block_kinds }))
}

/// Marks settings whose flag is off, so that no form shows them; what they hold stays as it is.
fn hide_flagged(schema: &mut Value, flags: &WebsiteSettings) {
    match schema {
        Value::Object(members) => {
            let is_off = match members.get("x-flag").and_then(Value::as_str) {
                Some("formTextLimits") => !flags.form_text_limits,
                _ => false,
            };
            if is_off {
                members.insert("x-hidden".to_owned(), Value::Bool(true));
            }
            members.values_mut().for_each(|inner| hide_flagged(inner, flags));
        }
        Value::Array(list) => list.iter_mut().for_each(|inner| hide_flagged(inner, flags)),
        _ => {}
    }
}
