//! Events of load tests, with their texts in full: nothing of them is left in other tables.

use sea_orm::ActiveValue::Set;
use stoa_entity::analytics::analytics_load_event::ActiveModel;
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::id::LoadRunId;

use crate::{Hit, texts};

/// Rows written by one statement.
const BATCH: usize = 1_000;

/// Writes events; those that are stored already are left out.
pub(super) async fn write(tx: &TenantTx, hits: &[(&LoadRunId, &Hit)]) -> Result<(), DbError> {
    for hits in hits.chunks(BATCH) {
        tx.insert_new(hits.iter().map(|(run, hit)| row(run, hit)).collect()).await?;
    }
    Ok(())
}

fn row(run: &LoadRunId, hit: &Hit) -> ActiveModel {
    let text = |text: &Option<String>| text.as_deref().map(|text| texts::storable(texts::cut(text)));
    ActiveModel {
        load_run: Set(run.clone()),
        at: Set(hit.at),
        id: Set(hit.id),
        kind: Set(hit.kind.number()),
        visitor: Set(hit.visitor),
        page: Set(text(&hit.page)),
        object: Set(text(&hit.object)),
        number: Set(hit.number),
        detail: Set(text(&hit.text)),
        ..ActiveModel::default()
    }
}
