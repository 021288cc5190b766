//! Backfill of colour data for images that were uploaded before it was extracted. Rows without colour data are the work
//! queue, so the job can stop and restart at any time.

use sea_orm::{ColumnTrait, Condition};
use stoa_entity::json_column;
use stoa_entity::tenant::asset::{Column, Entity, Model};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_pictures::{ColorData, decode};

use super::serve::original_key;
use super::service::Media;
use crate::SiteError;

/// Images per batch; each is decoded completely.
const BATCH: u64 = 8;
/// Stored for an image whose colours cannot be read, so that it is not retried forever.
const UNREADABLE: &str = "null";

fn without_colors() -> Condition {
    Condition::all()
        .add(Column::ColorData.eq(""))
        .add(Column::Width.gt(0))
        .add(Column::MimeType.starts_with("image/"))
        .add(Column::MimeType.ne("image/svg+xml"))
}

/// Extracts the colours of some images that have none yet. Returns their number.
///
/// # Errors
/// [`SiteError::Busy`] when the image threads are busy; when database or blob store fail.
#[boxed]
pub async fn backfill_colors(db: &TenantDb, media: &Media) -> Result<usize, SiteError> {
    let rows = {
        let tx = db.read().await?;
        tx.find::<Entity>().filter(without_colors()).order_by_asc(Column::Id).limit(BATCH).all().await?
    };
    for row in &rows {
        let colours = colours_of(media, row).await?;
        let tx = db.write().await?;
        tx.update::<Entity>(Column::Id.eq(row.id.clone()))
            // A file that has replaced it in the meantime has its own colours.
            .filter(Column::Version.eq(row.version))
            .set(Column::ColorData, colours)
            .exec()
            .await?;
        tx.commit().await?;
    }
    Ok(rows.len())
}

async fn colours_of(media: &Media, row: &Model) -> Result<String, SiteError> {
    let place = media.pool.place()?;
    let Some(original) = media.blobs.get(&original_key(&row.blob_key)).await? else { return Ok(UNREADABLE.to_owned()) };
    let Ok(format) = image::guess_format(&original) else { return Ok(UNREADABLE.to_owned()) };
    let read = move || Ok(decode(&original, format).ok().map(|decoded| ColorData::of(&decoded.picture)));
    Ok(match media.pool.run(place, read).await? {
        Some(colours) => json_column::write("color_data", &colours)?.to_string(),
        None => UNREADABLE.to_owned(),
    })
}

/// When the next batch is due: immediately while there is any image without colours.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn next_color_backfill(tx: &TenantTx) -> Result<Option<Timestamp>, SiteError> {
    Ok((tx.find::<Entity>().filter(without_colors()).count().await? > 0).then_some(Timestamp::default()))
}
