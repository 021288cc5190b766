//! Media library: lists files and edits their metadata.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait as _};
use stoa_entity::tenant::asset::{Column, Entity};
use stoa_entity::{Find, TenantDb, TenantTx, containing, loose_files};
use stoa_kernel::error::Checks;
use stoa_kernel::id::{AssetFolderId, AssetId};
use stoa_kernel::media::AssetKind;
use stoa_kernel::page::Page;
use stoa_kernel::search::folded;
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};

use super::model::{
    Asset, AssetPatch, AssetQuery, FolderScope, MAX_ALT_TEXT_LENGTH, MAX_BODY_LENGTH, MAX_TITLE_LENGTH, address_name,
};
use super::rights::UploadPermission;
use super::serve::{self, discard_loose, original_key};
use super::service::Media;
use super::{folders, uses};
use crate::contributor_texts;
use crate::{SiteError, translations, version};

/// Maximum number of images and files moved at once.
const MAX_MOVED: usize = 200;

/// Images and files of a site, newest first.
///
/// # Errors
/// When the caller may not see them.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb, query: &AssetQuery) -> Result<Page<Asset>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let limit = query.page.limit();
    let mut find = tx.find::<Entity>().order_by_desc(Column::Id).limit(limit + 1);
    if let Some(cursor) = &query.page.cursor {
        find = find.filter(Column::Id.lt(cursor.clone()));
    }
    for word in query.text.split_whitespace().take(5) {
        find = find.filter(Expr::col(Column::Searched).like(containing(&folded(word))));
    }
    find = match &query.place {
        FolderScope::Anywhere => find,
        FolderScope::NoFolder => find.filter(Column::FolderId.is_null()),
        FolderScope::Folder(folder) => find.filter(Column::FolderId.eq(folder.clone())),
    };
    find = match query.kind {
        Some(kind) => find.filter(of_kind(kind)),
        None => find,
    };
    if query.missing_alt {
        find = without_alt_text(find);
    }
    let rows = find.all().await?.into_iter().map(Asset::from).collect();
    Ok(Page::from_rows(rows, limit, |asset: &Asset| asset.id.to_string()))
}

/// Search text of an image or file.
pub(super) fn searched(texts: [&str; 4]) -> String {
    folded(&texts.join("\n"))
}

/// Images without alternative text.
pub(super) fn without_alt_text(find: Find<'_, Entity>) -> Find<'_, Entity> {
    find.filter(of_kind(AssetKind::Picture)).filter(Column::AltText.eq(""))
}

fn of_kind(kind: AssetKind) -> Condition {
    match kind.mime_prefix() {
        Some(beginning) => Condition::all().add(Column::MimeType.starts_with(beginning)),
        None => [AssetKind::Picture, AssetKind::Video, AssetKind::Audio]
            .into_iter()
            .filter_map(AssetKind::mime_prefix)
            .fold(Condition::all(), |all, beginning| all.add(Column::MimeType.starts_with(beginning).not())),
    }
}

/// An image or file.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such file.
#[boxed]
pub async fn get(ctx: &TenantCtx, db: &TenantDb, asset_id: &AssetId) -> Result<Asset, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    serve::find(db, asset_id).await
}

/// The images with these ids, for pages, in the language of the transaction.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn by_ids(tx: &TenantTx, ids: &[AssetId]) -> Result<HashMap<AssetId, Asset>, SiteError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = tx.find::<Entity>().filter(Column::Id.is_in(ids.iter().cloned())).all().await?;
    let mut found: HashMap<AssetId, Asset> = rows.into_iter().map(|row| (row.id.clone(), Asset::from(row))).collect();
    translations::lay_over_images(tx, found.values_mut()).await?;
    Ok(found)
}

/// The images and videos with these ids and the posters of the videos, for galleries.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn with_posters(tx: &TenantTx, ids: &[AssetId]) -> Result<HashMap<AssetId, Asset>, SiteError> {
    let mut found = by_ids(tx, ids).await?;
    let posters: Vec<AssetId> = found.values().filter_map(|asset| asset.poster_id.clone()).collect();
    found.extend(by_ids(tx, &posters).await?);
    Ok(found)
}

/// Changes the metadata of an image or file, wherever it is used. `seen` is a precondition on [`Asset::standing`].
///
/// # Errors
/// [`SiteError::RevisionStale`] when the metadata has changed; [`SiteError::NotFound`] when there is no such file;
/// messages by field; [`SiteError::Conflict`] when content uses it and the caller may only change products.
#[boxed]
pub async fn update(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &AssetId,
    patch: AssetPatch,
    seen: &Precondition,
) -> Result<Asset, SiteError> {
    let bringing = UploadPermission::of(ctx)?;
    let alt_text = patch.alt_text.trim().to_owned();
    check_patch(&patch, &alt_text)?;
    let (x, y) = patch.focal_point;
    let tx = db.write().await?;
    let row = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).for_update().one().await?;
    let before = row.map(Asset::from).ok_or(SiteError::NotFound)?;
    version::require(seen, &before.standing())?;
    bringing.check_describing(&tx, &before).await?;
    let poster = match patch.poster_id.as_deref() {
        None => before.poster_id.clone(),
        Some("") => None,
        Some(poster) => Some(known_poster(&tx, &before, poster).await?),
    };
    let filename = match patch.filename.as_deref().map(str::trim).filter(|name| *name != before.filename) {
        Some(name) => renamed(name, &before.filename),
        None => before.filename,
    };
    let trimmed_or = |text: Option<String>, before: String| text.map_or(before, |text| text.trim().to_owned());
    let (title, body) = (trimmed_or(patch.title, before.title), trimmed_or(patch.body, before.body));
    tx.update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::Searched, searched([&filename, &alt_text, &title, &body]))
        .set(Column::AltText, alt_text)
        .set(Column::FocalX, x)
        .set(Column::FocalY, y)
        .set(Column::Filename, filename)
        .set(Column::Title, title)
        .set(Column::Body, body)
        .set(Column::PosterId, poster.map(String::from))
        .exec()
        .await?;
    let updated = by_ids(&tx, std::slice::from_ref(id)).await?.remove(id).ok_or(SiteError::NotFound)?;
    tx.commit().await?;
    Ok(updated)
}

fn check_patch(patch: &AssetPatch, alt_text: &str) -> Result<(), SiteError> {
    let mut checks = Checks::default();
    let short = alt_text.chars().count() <= MAX_ALT_TEXT_LENGTH;
    checks.require(
        short,
        "altText",
        contributor_texts::DESCRIPTION_CAN_HAVE_AT_MOST.with("count", MAX_ALT_TEXT_LENGTH).to_string(),
    );
    let (x, y) = patch.focal_point;
    let inside = (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y);
    checks.require(inside, "focalPoint", contributor_texts::POINT_MUST_BE_INSIDE_THE_IMAGE);
    let named = patch.filename.as_deref().is_none_or(|name| !name.trim().is_empty());
    checks.require(named, "filename", contributor_texts::ENTER_A_FILE_NAME);
    for (text, field, most) in [(&patch.title, "title", MAX_TITLE_LENGTH), (&patch.body, "body", MAX_BODY_LENGTH)] {
        let short = text.as_ref().is_none_or(|text| text.trim().chars().count() <= most);
        checks.require(short, field, stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", most).to_string());
    }
    Ok(checks.finish()?)
}

/// An image that can be the poster of a video.
async fn known_poster(tx: &TenantTx, film: &Asset, poster: &str) -> Result<AssetId, SiteError> {
    if film.kind() != AssetKind::Video {
        return Err(SiteError::field("posterId", contributor_texts::ONLY_VIDEOS_HAVE_POSTERS.english()));
    }
    let refused = || SiteError::field("posterId", contributor_texts::CHOOSE_AN_IMAGE_OF_THE_LIBRARY.english());
    let id: AssetId = poster.parse().map_err(|_| refused())?;
    let found = by_ids(tx, std::slice::from_ref(&id)).await?.remove(&id);
    found.filter(|found| found.kind() == AssetKind::Picture).map(|found| found.id).ok_or_else(refused)
}

/// A new file name with the extension that fits the content; typing the extension is optional.
fn renamed(name: &str, former: &str) -> String {
    let extension = former.rsplit_once('.').map_or("", |(_, ending)| ending);
    let stem = name.strip_suffix(&format!(".{extension}")).unwrap_or(name);
    address_name(&format!("{stem}.{extension}"), extension)
}

/// Moves images and files into a folder; none for the top level.
///
/// # Errors
/// [`SiteError::NotFound`] when the folder does not exist; a message when there are too many files.
#[boxed]
pub async fn move_to(
    ctx: &TenantCtx,
    db: &TenantDb,
    asset_ids: &[String],
    folder_id: Option<&str>,
) -> Result<u64, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let mut checks = Checks::default();
    checks.require(!asset_ids.is_empty(), "assetIds", contributor_texts::CHOOSE_AT_LEAST_ONE_FILE);
    let few = asset_ids.len() <= MAX_MOVED;
    checks.require(few, "assetIds", contributor_texts::FILES_CAN_BE_MOVED.with("count", MAX_MOVED).to_string());
    checks.finish()?;
    let tx = db.write().await?;
    let folder: Option<AssetFolderId> = folders::existing(&tx, folder_id).await?;
    let chosen = Column::Id.is_in(asset_ids.iter().cloned());
    // Locked in the order of their ids, whatever the order of the call: two people may move the same files.
    let find = tx.find::<Entity>().filter(chosen.clone()).order_by_asc(Column::Id).for_update();
    find.select_only().column(Column::Id).into_tuple::<AssetId>().all().await?;
    let moved = tx.update::<Entity>(chosen).set(Column::FolderId, folder.map(String::from)).exec().await?;
    tx.commit().await?;
    Ok(moved)
}

/// Deletes an image or file that the site does not use; `elsewhere` returns further places that use it.
///
/// # Errors
/// [`SiteError::InUse`] with the places that use it; [`SiteError::NotFound`] when there is no such file.
#[boxed]
pub async fn remove(
    ctx: &TenantCtx,
    db: &TenantDb,
    media: &Media,
    id: &AssetId,
    elsewhere: Vec<uses::AssetUse>,
) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    // Locked, so that its file is still the same when the row is deleted.
    let asset = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).for_update().one().await?;
    let asset = asset.ok_or(SiteError::NotFound)?;
    let mut places = uses::of(&tx, id).await?;
    places.extend(elsewhere);
    if !places.is_empty() {
        return Err(SiteError::InUse { filename: asset.filename, places });
    }
    stoa_entity::translations::forget(&tx, TranslatedKind::Image, vec![id.to_string()]).await?;
    tx.delete::<Entity>(Column::Id.eq(id.clone())).exec().await?;
    let file = loose_files::release(ctx, &tx, &original_key(&asset.blob_key)).await?;
    tx.commit().await?;
    discard_loose(db, media.blobs.as_ref(), &file).await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn rename_keeps_file_extension() {
        assert_eq!(renamed("Blue mug", "img-1.jpg"), "blue-mug.jpg");
        assert_eq!(renamed("Blue mug.jpg", "img-1.jpg"), "blue-mug.jpg");
        assert_eq!(renamed("mug.v2.exe", "img-1.jpg"), "mug-v2-exe.jpg");
    }
}
