//! Folders that people sort their pictures and files into. A folder holds files, no folders.

use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, FromQueryResult};
use std::collections::HashMap;
use stoa_entity::tenant::{asset, asset_folder};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::id::AssetFolderId;
use stoa_kernel::{Action, Resource, TenantCtx};

use crate::SiteError;

const LONGEST_NAME: usize = 60;
const MOST_FOLDERS: u64 = 200;

/// A folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// Its id.
    pub id: AssetFolderId,
    /// Name for people.
    pub name: String,
    /// How many pictures and files lie in it.
    pub files: i64,
}

#[derive(FromQueryResult)]
struct Filled {
    folder_id: Option<AssetFolderId>,
    files: i64,
}

/// All folders, by name.
///
/// # Errors
/// When the caller may not see them.
pub async fn folders(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<Folder>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let rows = tx.find::<asset_folder::Entity>().order_by_asc(asset_folder::Column::Name).all().await?;
    let files = asset::Column::Id.count();
    let filled: Vec<Filled> =
        tx.find::<asset::Entity>().grouped(&[asset::Column::FolderId], vec![(files, "files")]).await?;
    let mut filled: HashMap<_, _> = filled.into_iter().map(|row| (row.folder_id, row.files)).collect();
    let folder = |row: asset_folder::Model| Folder {
        files: filled.remove(&Some(row.id.clone())).unwrap_or(0),
        id: row.id,
        name: row.name,
    };
    Ok(rows.into_iter().map(folder).collect())
}

/// Makes a folder.
///
/// # Errors
/// A message beside `name` when it is empty, too long or taken.
pub async fn make_folder(ctx: &TenantCtx, db: &TenantDb, name: &str) -> Result<Folder, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let name = checked(&tx, name, None).await?;
    if tx.find::<asset_folder::Entity>().count().await? >= MOST_FOLDERS {
        return Err(SiteError::Conflict(format!("A site can have at most {MOST_FOLDERS} folders.")));
    }
    let row = asset_folder::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(AssetFolderId::generate()),
        name: Set(name),
        created_on: Set(ctx.now_ms()),
    };
    let row = tx.insert(row).await?;
    tx.commit().await?;
    Ok(Folder { id: row.id, name: row.name, files: 0 })
}

/// Gives a folder another name.
///
/// # Errors
/// [`SiteError::NotFound`] when it is not there; a message beside `name`.
pub async fn rename_folder(ctx: &TenantCtx, db: &TenantDb, folder_id: &str, name: &str) -> Result<Folder, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let id = existing(&tx, Some(folder_id)).await?.ok_or(SiteError::NotFound)?;
    let name = checked(&tx, name, Some(&id)).await?;
    let own = asset_folder::Column::Id.eq(id.clone());
    tx.update::<asset_folder::Entity>(own).set(asset_folder::Column::Name, name.clone()).exec().await?;
    let files = tx.find::<asset::Entity>().filter(asset::Column::FolderId.eq(id.clone())).count().await?;
    tx.commit().await?;
    Ok(Folder { id, name, files: i64::try_from(files).unwrap_or(i64::MAX) })
}

/// Removes a folder. What lay in it lies at the top afterwards.
///
/// # Errors
/// [`SiteError::NotFound`] when it is not there.
pub async fn remove_folder(ctx: &TenantCtx, db: &TenantDb, folder_id: &str) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let id = existing(&tx, Some(folder_id)).await?.ok_or(SiteError::NotFound)?;
    tx.update::<asset::Entity>(asset::Column::FolderId.eq(id.clone()))
        .set(asset::Column::FolderId, None::<String>)
        .exec()
        .await?;
    tx.delete::<asset_folder::Entity>(asset_folder::Column::Id.eq(id)).exec().await?;
    Ok(tx.commit().await?)
}

/// The folder of an id, when there is one.
pub(super) async fn existing(tx: &TenantTx, id: Option<&str>) -> Result<Option<AssetFolderId>, SiteError> {
    let Some(id) = id else { return Ok(None) };
    let id: AssetFolderId = id.parse().map_err(|_| SiteError::NotFound)?;
    let find = tx.find::<asset_folder::Entity>().filter(asset_folder::Column::Id.eq(id.clone()));
    find.one().await?.map(|_| Some(id)).ok_or(SiteError::NotFound)
}

async fn checked(tx: &TenantTx, name: &str, own: Option<&AssetFolderId>) -> Result<String, SiteError> {
    let name = name.trim();
    let mut checks = Checks::default();
    checks.require(!name.is_empty(), "name", "Enter a name for the folder.");
    let short = name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control);
    checks.require(short, "name", format!("The name can have at most {LONGEST_NAME} characters."));
    let same = tx.find::<asset_folder::Entity>().filter(asset_folder::Column::Name.eq(name)).one().await?;
    let free = same.is_none_or(|other| Some(&other.id) == own);
    checks.require(free, "name", "There is a folder of this name already.");
    checks.finish()?;
    Ok(name.to_owned())
}
