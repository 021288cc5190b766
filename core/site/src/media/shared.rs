//! Pictures that many sites begin with lie in the store once, under their content. They belong to no site: a site that replaces
//! or deletes its own leaves them to the others, and they take no room of it.

use std::sync::Arc;

use bytes::Bytes;
use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::SimpleExpr;
use sha2::{Digest as _, Sha256};
use stoa_entity::TenantTx;
use stoa_entity::tenant::asset::Column;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::AssetId;

use super::intake::{Label, Source, Taken, new_row, store};
use super::model::{Asset, NewAsset};
use super::rights::Bringing;
use super::room::Media;
use super::serve::original_key;
use crate::SiteError;

/// How the keys of such pictures begin, where those of others begin with their site.
const SHARED: &str = "shared/";

/// A picture that lies in the store for all sites.
#[derive(Clone, Debug)]
pub struct SharedPicture {
    blob_key: String,
    taken: Arc<Taken>,
}

/// Whether several sites may show what lies under a key.
pub(super) fn is_shared(blob_key: &str) -> bool {
    blob_key.starts_with(SHARED)
}

/// The rows whose files take room of their site.
pub(super) fn takes_room() -> SimpleExpr {
    Column::BlobKey.not_like(format!("{SHARED}%"))
}

/// Checks a picture that comes with the program or a theme and puts it into the store, unless that was done before.
///
/// # Errors
/// [`SiteError::UnusableFile`] when it is no picture that is taken in; when the store refuses.
pub async fn shared_picture(
    ctx: &TenantCtx,
    media: &Media,
    filename: &str,
    bytes: Bytes,
) -> Result<SharedPicture, SiteError> {
    let bringing = Bringing::of(ctx)?;
    let digest = Sha256::digest(&bytes);
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let blob_key = format!("{SHARED}{hex}");
    let _turn = media.turn(&blob_key).await;
    if let Some(taken) = media.known_shared(&blob_key) {
        return Ok(SharedPicture { blob_key, taken });
    }
    // Written last: where it is found, the picture is there.
    let facts_key = format!("{blob_key}/facts.json");
    let written = media.blobs.get(&facts_key).await?.and_then(|facts| serde_json::from_slice(&facts).ok());
    let taken = match written {
        Some(taken) => taken,
        None => {
            let key = original_key(&blob_key);
            let taken = store(media, (bringing, &media.limits), (&key, filename), Source::Bytes(bytes)).await?;
            media.blobs.put(&facts_key, crate::columns::write("facts", &taken)?.to_string().into()).await?;
            taken
        }
    };
    let taken = Arc::new(taken);
    media.remember_shared(&blob_key, &taken);
    Ok(SharedPicture { blob_key, taken })
}

/// Adds a shared picture to a site. What `new` has of bytes is not looked at.
///
/// # Errors
/// When the database refuses.
pub async fn add_shared(
    ctx: &TenantCtx,
    tx: &TenantTx,
    picture: &SharedPicture,
    new: NewAsset,
) -> Result<Asset, SiteError> {
    let NewAsset { filename, alt_text, focal_point, .. } = new;
    let label = Label { filename, alt_text, focal_point, folder_id: None, replaces: None, film: None };
    let row = new_row(ctx, &label, (AssetId::generate(), picture.blob_key.clone()), &picture.taken)?;
    Ok(tx.insert(row).await?.into())
}
