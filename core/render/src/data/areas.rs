//! The areas of a theme: blocks that are shown on every page whose template has a place for them.

use serde_json::Value;
use stoa_commerce::settings::StoreSettings;
use stoa_commerce::translations::lay_over_store_settings;
use stoa_document::Document;
use stoa_entity::TenantTx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::translation::TranslatedKind;
use stoa_page::{AreaShown, PageArea};
use stoa_site::content::areas;
use stoa_site::settings;
use stoa_site::themes::AreaField;

use super::block_data::{BlockDataContext, LoadedBlockData, load_block_data};
use super::queries::LOCK_SCREEN;
use super::translations::lay_over_blocks;
use super::{PageData, merchandising, site};
use crate::RenderError;
use crate::blocks::SiteKinds;

/// An area with the data of its blocks.
#[derive(Debug)]
pub(crate) struct AreaData {
    pub(crate) field: AreaField,
    pub(crate) document: Document,
    pub(crate) gathered: LoadedBlockData,
}

impl AreaData {
    pub(crate) fn shown(&self) -> AreaShown<'_> {
        AreaShown {
            id: &self.field.id,
            label: &self.field.label,
            document: &self.document,
            contents: &self.gathered.contents,
        }
    }

    /// Serialized for the engine in the browser.
    pub(crate) fn sent(&self) -> PageArea {
        let AreaField { id, label, .. } = self.field.clone();
        PageArea { id, label, document: self.document.clone() }
    }
}

/// Adds the published areas of a theme to the data of a page. The site's password page shows none.
pub(crate) async fn add_areas(
    tx: &TenantTx,
    fields: &[AreaField],
    kinds: &SiteKinds,
    now: Timestamp,
    material: &mut PageData,
) -> Result<(), RenderError> {
    if fields.is_empty() || material.template == LOCK_SCREEN {
        return Ok(());
    }
    let mut row = settings::site_row(tx).await?;
    lay_over_store_settings(tx, &mut row).await?;
    let choices = StoreSettings::from_row(&row)?.choices;
    let wording = material.wording.clone();
    let around = BlockDataContext {
        kinds,
        multiple_quantity_for_services: site::multiple_services(&row),
        texts: wording.texts(),
        now,
        time_zone: &row.time_zone,
        site_address: &row.location.0,
    };
    let mut published = areas::published(tx, fields).await?;
    for field in fields {
        let document = match published.remove(&field.id) {
            Some((id, mut document)) => {
                document.keep_shown_in(&material.language);
                lay_over_blocks(tx, TranslatedKind::Page, id.as_str(), kinds, &mut document).await?;
                document
            }
            None => Document::default(),
        };
        let gathered = load_block_data(tx, &document, &around).await?;
        material.tags.extend(gathered.tags.iter().cloned());
        if let Some(Value::Object(said)) = material.data.get_mut(merchandising::CONTEXT) {
            said.extend(gathered.merchandising.context(&choices, around.texts));
        }
        material.areas.push(AreaData { field: field.clone(), document, gathered });
    }
    Ok(())
}
