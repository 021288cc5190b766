//! Folders of the media library, nested a few levels deep.

use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, FromQueryResult};
use std::collections::HashMap;
use stoa_entity::tenant::{asset, asset_folder};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::id::AssetFolderId;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::library::without_alt_text;
use crate::SiteError;
use crate::contributor_texts;

const MAX_NAME_LENGTH: usize = 60;
const MAX_FOLDERS: u64 = 200;
/// Maximum depth of nesting.
const DEEPEST: usize = 6;

/// A folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// Its id.
    pub id: AssetFolderId,
    /// The parent folder; none at the top level.
    pub parent_id: Option<AssetFolderId>,
    /// Display name.
    pub name: String,
    /// Number of images and files in it, without those of its subfolders.
    pub files: i64,
}

/// Values of a folder to save.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderForm {
    /// Display name.
    pub name: String,
    /// The parent folder; none at the top level.
    pub parent_id: Option<String>,
}

#[derive(FromQueryResult)]
struct FolderFileCount {
    folder_id: Option<AssetFolderId>,
    files: i64,
}

/// All folders, by name.
///
/// # Errors
/// When the caller may not see them.
#[boxed]
pub async fn folders(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<Folder>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let rows = tx.find::<asset_folder::Entity>().order_by_asc(asset_folder::Column::Name).all().await?;
    let files = asset::Column::Id.count();
    let filled: Vec<FolderFileCount> =
        tx.find::<asset::Entity>().aggregate(&[asset::Column::FolderId], vec![(files, "files")]).await?;
    let mut filled: HashMap<_, _> = filled.into_iter().map(|row| (row.folder_id, row.files)).collect();
    let folder = |row: asset_folder::Model| Folder {
        files: filled.remove(&Some(row.id.clone())).unwrap_or(0),
        id: row.id,
        parent_id: row.parent_id,
        name: row.name,
    };
    Ok(rows.into_iter().map(folder).collect())
}

/// Number of images in the whole library without alternative text.
///
/// # Errors
/// When the caller may not see them.
#[boxed]
pub async fn without_description(ctx: &TenantCtx, db: &TenantDb) -> Result<u64, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    Ok(without_alt_text(db.read().await?.find::<asset::Entity>()).count().await?)
}

/// Creates a folder.
///
/// # Errors
/// A message for `name` when it is empty, too long or taken, for `parentId` when the folder would be nested too deep;
/// [`SiteError::NotFound`] when the parent folder does not exist.
#[boxed]
pub async fn make_folder(ctx: &TenantCtx, db: &TenantDb, form: &FolderForm) -> Result<Folder, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let tree = Tree::read(&tx).await?;
    let (name, parent_id) = tree.checked(form, None)?;
    if u64::try_from(tree.rows.len()).unwrap_or(u64::MAX) >= MAX_FOLDERS {
        return Err(SiteError::Conflict(
            contributor_texts::SITE_CAN_HAVE_FOLDERS.with("count", MAX_FOLDERS).to_string(),
        ));
    }
    let row = asset_folder::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(AssetFolderId::generate()),
        parent_id: Set(parent_id),
        name: Set(name),
        created_on: Set(ctx.now()),
    };
    let row = tx.insert(row).await?;
    tx.commit().await?;
    Ok(Folder { id: row.id, parent_id: row.parent_id, name: row.name, files: 0 })
}

/// Renames or moves a folder with its content.
///
/// # Errors
/// [`SiteError::NotFound`] when one of the folders does not exist; a message for `name`, or for `parentId` when the
/// folder would contain itself or be nested too deep.
#[boxed]
pub async fn update_folder(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &AssetFolderId,
    form: &FolderForm,
) -> Result<Folder, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let tree = Tree::read(&tx).await?;
    let id = tree.find(id)?.id.clone();
    let (name, parent_id) = tree.checked(form, Some(&id))?;
    tx.update::<asset_folder::Entity>(asset_folder::Column::Id.eq(id.clone()))
        .set(asset_folder::Column::Name, name.clone())
        .set(asset_folder::Column::ParentId, parent_id.clone())
        .exec()
        .await?;
    let files = tx.find::<asset::Entity>().filter(asset::Column::FolderId.eq(id.clone())).count().await?;
    tx.commit().await?;
    Ok(Folder { id, parent_id, name, files: i64::try_from(files).unwrap_or(i64::MAX) })
}

/// Deletes a folder. Its files and subfolders move to its parent.
///
/// # Errors
/// [`SiteError::NotFound`] when it does not exist; [`SiteError::Conflict`] when the parent already has a folder with
/// the name of a subfolder.
#[boxed]
pub async fn remove_folder(ctx: &TenantCtx, db: &TenantDb, id: &AssetFolderId) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let tree = Tree::read(&tx).await?;
    let (id, parent_id) = {
        let folder = tree.find(id)?;
        (folder.id.clone(), folder.parent_id.clone())
    };
    for inner in tree.inside(Some(&id)) {
        if tree.inside(parent_id.as_ref()).any(|other| other.name == inner.name && other.id != id) {
            let name = &inner.name;
            return Err(SiteError::Conflict(contributor_texts::FOLDER_NAME_IN_PLACE.with("name", name).to_string()));
        }
    }
    tx.update::<asset::Entity>(asset::Column::FolderId.eq(id.clone()))
        .set(asset::Column::FolderId, parent_id.clone())
        .exec()
        .await?;
    // Deleted first: a subfolder may have the same name.
    tx.delete::<asset_folder::Entity>(asset_folder::Column::Id.eq(id.clone())).exec().await?;
    tx.update::<asset_folder::Entity>(asset_folder::Column::ParentId.eq(id))
        .set(asset_folder::Column::ParentId, parent_id)
        .exec()
        .await?;
    Ok(tx.commit().await?)
}

/// The id of a folder, checked to exist.
pub(super) async fn existing(tx: &TenantTx, id: Option<&str>) -> Result<Option<AssetFolderId>, SiteError> {
    let Some(id) = id else { return Ok(None) };
    let id: AssetFolderId = id.parse().map_err(|_| SiteError::NotFound)?;
    let find = tx.find::<asset_folder::Entity>().filter(asset_folder::Column::Id.eq(id.clone()));
    find.one().await?.map(|_| Some(id)).ok_or(SiteError::NotFound)
}

/// All folders of a site.
struct Tree {
    rows: Vec<asset_folder::Model>,
}

impl Tree {
    async fn read(tx: &TenantTx) -> Result<Self, SiteError> {
        Ok(Self { rows: tx.find::<asset_folder::Entity>().all().await? })
    }

    fn find(&self, id: &AssetFolderId) -> Result<&asset_folder::Model, SiteError> {
        self.rows.iter().find(|row| row.id == *id).ok_or(SiteError::NotFound)
    }

    fn inside<'t>(&'t self, parent: Option<&'t AssetFolderId>) -> impl Iterator<Item = &'t asset_folder::Model> {
        self.rows.iter().filter(move |row| row.parent_id.as_ref() == parent)
    }

    /// Ancestors of a folder, itself first.
    fn above<'t>(&'t self, place: Option<&'t AssetFolderId>) -> impl Iterator<Item = &'t asset_folder::Model> {
        let folder = |id: Option<&AssetFolderId>| self.rows.iter().find(|row| Some(&row.id) == id);
        // Cycles are prevented on save; should there be one, the iteration still ends.
        std::iter::successors(folder(place), move |row| folder(row.parent_id.as_ref())).take(self.rows.len())
    }

    /// Depth of the tree below a folder, including itself.
    fn depth(&self, id: &AssetFolderId) -> usize {
        let below = self.rows.iter().filter_map(|row| self.above(Some(&row.id)).position(|above| above.id == *id));
        below.max().unwrap_or(0) + 1
    }

    /// Validates name and parent of a folder; `own` is its id if it exists already.
    fn checked(
        &self,
        form: &FolderForm,
        own: Option<&AssetFolderId>,
    ) -> Result<(String, Option<AssetFolderId>), SiteError> {
        let parent = match form.parent_id.as_deref() {
            None => None,
            Some(id) => {
                let id: AssetFolderId = id.parse().map_err(|_| SiteError::NotFound)?;
                Some(self.find(&id)?.id.clone())
            }
        };
        let name = form.name.trim();
        let mut checks = Checks::default();
        checks.require(!name.is_empty(), "name", contributor_texts::ENTER_A_NAME_FOR_THE_FOLDER);
        let short = name.chars().count() <= MAX_NAME_LENGTH && !name.chars().any(char::is_control);
        checks.require(
            short,
            "name",
            contributor_texts::NAME_CAN_HAVE_AT_MOST.with("count", MAX_NAME_LENGTH).to_string(),
        );
        let free = self.inside(parent.as_ref()).all(|other| other.name != name || Some(&other.id) == own);
        checks.require(free, "name", contributor_texts::THERE_IS_ALREADY_A_FOLDER);
        let outside = self.above(parent.as_ref()).all(|above| Some(&above.id) != own);
        checks.require(outside, "parentId", contributor_texts::FOLDER_CANNOT_BE_MOVED_INTO_ITSELF);
        let depth = self.above(parent.as_ref()).count() + own.map_or(1, |own| self.depth(own));
        checks.require(
            depth <= DEEPEST,
            "parentId",
            contributor_texts::FOLDERS_CAN_BE_NESTED.with("count", DEEPEST).to_string(),
        );
        checks.finish()?;
        Ok((name.to_owned(), parent))
    }
}
