//! Settings of blocks that are saved for another version of their plugin.

use std::collections::HashMap;

use serde_json::{Map, Value};
use stoa_document::BlockKinds;
use stoa_entity::TenantDb;
use stoa_kernel::content::StepKind;
use stoa_kernel::id::CollectionId;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::operations::{self, RecordedDraft, draft_of};
use super::service::draft_row_for_update;
use crate::SiteError;

/// Settings of a block in place of those that were read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplacedSettings {
    /// Those that were read.
    pub before: Map<String, Value>,
    /// Those that take their place.
    pub settings: Map<String, Value>,
}

/// Replaces settings of blocks of a draft, by block id, as one step of its log. A block that was changed since it was
/// read stays as it is, and so does one whose settings no page can have. Returns whether anything was changed.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page, [`SiteError::Conflict`] when it would be too large.
#[boxed]
pub async fn replace_settings(
    ctx: &TenantCtx,
    db: &TenantDb,
    kinds: &dyn BlockKinds,
    id: &CollectionId,
    replaced: &HashMap<String, ReplacedSettings>,
) -> Result<bool, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let row = draft_row_for_update(&tx, id).await?;
    let mut wanted = draft_of(&row)?;
    let mut is_wanted = false;
    for block in wanted.document.blocks_mut() {
        if let Some(own) = replaced.get(&block.id)
            && own.before == block.settings
        {
            block.take_over(own.settings.clone(), kinds);
            is_wanted = true;
        }
    }
    let recorded = RecordedDraft { kind: StepKind::Replace, draft: &wanted };
    let is_changed = is_wanted && operations::record_changes(&tx, ctx, kinds, row, recorded).await?;
    if is_changed {
        tx.commit().await?;
    }
    Ok(is_changed)
}
