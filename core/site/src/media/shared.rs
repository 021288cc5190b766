//! Images that many sites start with are stored once, by content hash. They belong to no site: replacing or deleting
//! one in a site does not affect the others, and they do not count towards its storage.

use std::sync::Arc;

use bytes::Bytes;
use sha2::{Digest as _, Sha256};
use stoa_entity::TenantTx;
use stoa_entity::stored_files::SHARED;
use stoa_entity::tenant::asset;
use stoa_kernel::id::AssetId;
use stoa_kernel::{TenantCtx, boxed};

use super::intake::{AcceptedFile, Label, NewBlob, Source, new_row, store};
use super::model::{Asset, NewAsset};
use super::rights::UploadPermission;
use super::serve::original_key;
use super::service::Media;
use crate::SiteError;

/// An image that is stored for all sites.
#[derive(Clone, Debug)]
pub struct SharedImage {
    blob_key: String,
    taken: Arc<AcceptedFile>,
}

/// Whether several sites may use a blob key.
pub(super) fn is_shared(blob_key: &str) -> bool {
    blob_key.starts_with(SHARED)
}

/// Checks an image of the program or a theme and stores it, unless it is stored already.
///
/// # Errors
/// [`SiteError::UnusableFile`] when it is not an accepted image; when the blob store fails.
#[boxed]
pub async fn store_shared_image(
    ctx: &TenantCtx,
    media: &Media,
    filename: &str,
    bytes: Bytes,
) -> Result<SharedImage, SiteError> {
    let bringing = UploadPermission::of(ctx)?;
    let blob_key = format!("{SHARED}{}", hex::encode(Sha256::digest(&bytes)));
    let _turn = media.turn(&blob_key).await;
    if let Some(taken) = media.known_shared(&blob_key) {
        return Ok(SharedImage { blob_key, taken });
    }
    // Written last: where it exists, the image is stored.
    let facts_key = format!("{blob_key}/facts.json");
    let written = media.blobs.get(&facts_key).await?.and_then(|facts| serde_json::from_slice(&facts).ok());
    let taken = match written {
        Some(taken) => taken,
        None => {
            let key = original_key(&blob_key);
            let file = NewBlob { key: &key, filename, source: Source::Bytes(bytes) };
            let taken = store(media, bringing, &media.limits, file).await?;
            media.blobs.put(&facts_key, stoa_entity::json_column::write("facts", &taken)?.to_string().into()).await?;
            taken
        }
    };
    let taken = Arc::new(taken);
    media.store_shared(&blob_key, &taken);
    Ok(SharedImage { blob_key, taken })
}

/// Adds a shared image to a site. `new.bytes` is ignored.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn add_shared(
    ctx: &TenantCtx,
    tx: &TenantTx,
    picture: &SharedImage,
    new: NewAsset,
) -> Result<Asset, SiteError> {
    let row = shared_row(ctx, picture, AssetId::generate(), new)?;
    Ok(tx.insert(row).await?.into())
}

/// The row of a shared image in a site, for callers that write many rows at once. `new.bytes` is ignored.
///
/// # Errors
/// When a value does not become JSON.
pub fn shared_row(
    ctx: &TenantCtx,
    picture: &SharedImage,
    id: AssetId,
    new: NewAsset,
) -> Result<asset::ActiveModel, SiteError> {
    let NewAsset { filename, alt_text, focal_point, .. } = new;
    let label = Label { filename, alt_text, focal_point, folder_id: None, replaces: None, film: None, upload: None };
    new_row(ctx, &label, id, picture.blob_key.clone(), &picture.taken)
}
