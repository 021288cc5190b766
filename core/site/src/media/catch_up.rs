//! Colours of pictures that were taken in before they were read. A row without colours is what is left to do: whoever works
//! on it can end at any time, and can begin as often as it likes.

use sea_orm::{ColumnTrait, Condition};
use stoa_entity::tenant::asset::{Column, Entity, Model};
use stoa_entity::{TenantDb, TenantTx};
use stoa_pictures::{ColorData, decode};

use super::room::Media;
use super::serve::original_key;
use crate::{SiteError, columns};

/// Pictures in one round; each is decoded whole.
const BATCH: u64 = 8;
/// Stands in the row of a picture whose colours cannot be read, so that it is not tried for ever.
const UNREADABLE: &str = "null";

fn left_to_do() -> Condition {
    Condition::all()
        .add(Column::ColorData.eq(""))
        .add(Column::Width.gt(0))
        .add(Column::MimeType.starts_with("image/"))
        .add(Column::MimeType.ne("image/svg+xml"))
}

/// Reads the colours of some pictures that have none yet. How many it was.
///
/// # Errors
/// [`SiteError::Busy`] when people wait for pictures; when database or store refuse.
pub async fn read_missing_colours(db: &TenantDb, media: &Media) -> Result<usize, SiteError> {
    let rows = {
        let tx = db.read().await?;
        tx.find::<Entity>().filter(left_to_do()).order_by_asc(Column::Id).limit(BATCH).all().await?
    };
    for row in &rows {
        let colours = colours_of(media, row).await?;
        let tx = db.write().await?;
        tx.update::<Entity>(Column::Id.eq(row.id.clone()))
            // A file that replaced it meanwhile has its own.
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
        Some(colours) => columns::write("color_data", &colours)?.to_string(),
        None => UNREADABLE.to_owned(),
    })
}

/// When the next pictures are due: at once while there are any.
///
/// # Errors
/// When the database refuses.
pub async fn next_colours(tx: &TenantTx) -> Result<Option<i64>, SiteError> {
    Ok((tx.find::<Entity>().filter(left_to_do()).count().await? > 0).then_some(0))
}
