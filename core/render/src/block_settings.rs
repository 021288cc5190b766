//! Settings of blocks that were saved for another version of their plugin than the site has.

use std::collections::HashMap;

use serde_json::{Map, Value};
use stoa_document::Document;
use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;

use crate::RenderError;
use crate::own_thread::on_own_thread;
use crate::plugin::PluginPage;
use crate::renderer::Renderer;

/// By the id of the block, the settings as they are to be saved for the version of its plugin that the site has, or why
/// the plugin cannot take them over.
pub type SettingsTakenOver = HashMap<String, Result<Map<String, Value>, String>>;

impl Renderer {
    /// What plugins make of the settings of the blocks of a document that were saved for another version of them.
    /// Blocks of this version are left out.
    ///
    /// # Errors
    /// When the plugins cannot be called.
    pub async fn settings_taken_over(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        document: &Document,
    ) -> Result<SettingsTakenOver, RenderError> {
        let kinds = self.kinds(ctx, db).await;
        let others = document.blocks().filter(|block| block.is_of_other_version(&kinds));
        let others: Vec<_> = others.cloned().collect();
        if others.is_empty() {
            return Ok(HashMap::new());
        }
        let session = self.plugins.open(ctx, &PluginPage { in_editor: true, ..PluginPage::default() }).await;
        let work = on_own_thread(move || {
            let mut taken = HashMap::new();
            for block in others {
                match session.settings_taken_over(&block.kind, &block.settings) {
                    Ok(Some(settings)) => taken.insert(block.id, Ok(settings)),
                    Ok(None) => None,
                    Err(reason) => taken.insert(block.id, Err(reason)),
                };
            }
            taken
        });
        work.await.map_err(|error| RenderError::Broken(Box::new(error)))
    }
}
