//! Settings of blocks that were saved for another version of their plugin.

use std::collections::{BTreeMap, HashMap};

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use stoa_kernel::{Action, Resource};
use stoa_site::content::{self, ReplacedSettings};
use utoipa::ToSchema;

use super::page_path::PagePath;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;

/// What became of the settings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockSettingsOut {
    /// Whether the draft was changed, by a step of its log.
    changed: bool,
    /// By the id of a block, why its plugin cannot take over the settings.
    refused: BTreeMap<String, String>,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(block_settings_take_over: changes(Invalidates::Nothing)))
}

/// Take over block settings of another version
///
/// Changes the settings of the blocks of a draft that were saved for another version of their plugin into those for the
/// version that the site has. What was saved is kept for the other version. Nothing else of the draft changes.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/block-settings",
    operation_id = "block_settings_take_over", tag = "pages", security(("contributor" = ["content:write"])),
    responses((status = 200, body = BlockSettingsOut)))]
async fn block_settings_take_over(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
) -> ApiResult<Json<BlockSettingsOut>> {
    let (ctx, db, page_id) = (&caller.ctx, &caller.db, &path.page_id);
    ctx.authorise(Resource::Content, Action::Write)?;
    let document = content::page(ctx, db, page_id).await?.document;
    let (mut replaced, mut refused) = (HashMap::new(), BTreeMap::new());
    for (id, taken) in state.renderer.settings_taken_over(ctx, db, &document).await? {
        match (taken, document.block(&id)) {
            (Ok(settings), Some(block)) => {
                replaced.insert(id, ReplacedSettings { before: block.settings.clone(), settings });
            }
            (Err(reason), _) => {
                refused.insert(id, reason);
            }
            (Ok(_), None) => {}
        }
    }
    let kinds = state.renderer.kinds(ctx, db).await;
    let changed = !replaced.is_empty() && content::replace_settings(ctx, db, &kinds, page_id, &replaced).await?;
    if changed {
        state.bell().ring(ctx.website(), page_id);
    }
    Ok(Json(BlockSettingsOut { changed, refused }))
}
