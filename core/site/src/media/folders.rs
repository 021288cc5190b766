//! Folders that people sort their pictures and files into. Folders lie in folders, a few deep.

use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, FromQueryResult};
use std::collections::HashMap;
use stoa_entity::tenant::{asset, asset_folder};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::id::AssetFolderId;
use stoa_kernel::{Action, Resource, TenantCtx};

use super::library::undescribed;
use crate::SiteError;

const LONGEST_NAME: usize = 60;
const MOST_FOLDERS: u64 = 200;
/// How deep folders lie in each other.
const DEEPEST: usize = 6;

/// A folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// Its id.
    pub id: AssetFolderId,
    /// The folder it lies in; none for the top.
    pub parent_id: Option<AssetFolderId>,
    /// Name for people.
    pub name: String,
    /// How many pictures and files lie in it, those of its folders left out.
    pub files: i64,
}

/// What is said of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderForm {
    /// Name for people.
    pub name: String,
    /// The folder it lies in; none for the top.
    pub parent_id: Option<String>,
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
        parent_id: row.parent_id,
        name: row.name,
    };
    Ok(rows.into_iter().map(folder).collect())
}

/// How many pictures of the whole library have no description.
///
/// # Errors
/// When the caller may not see them.
pub async fn without_description(ctx: &TenantCtx, db: &TenantDb) -> Result<u64, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    Ok(undescribed(db.read().await?.find::<asset::Entity>()).count().await?)
}

/// Makes a folder.
///
/// # Errors
/// A message beside `name` when it is empty, too long or taken, beside `parentId` when it would lie too deep;
/// [`SiteError::NotFound`] when the folder it is to lie in is not there.
pub async fn make_folder(ctx: &TenantCtx, db: &TenantDb, form: &FolderForm) -> Result<Folder, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let tree = Tree::read(&tx).await?;
    let (name, parent_id) = tree.checked(form, None)?;
    if u64::try_from(tree.rows.len()).unwrap_or(u64::MAX) >= MOST_FOLDERS {
        return Err(SiteError::Conflict(format!("A site can have at most {MOST_FOLDERS} folders.")));
    }
    let row = asset_folder::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(AssetFolderId::generate()),
        parent_id: Set(parent_id),
        name: Set(name),
        created_on: Set(ctx.now_ms()),
    };
    let row = tx.insert(row).await?;
    tx.commit().await?;
    Ok(Folder { id: row.id, parent_id: row.parent_id, name: row.name, files: 0 })
}

/// Gives a folder another name or another place, with all that lies in it.
///
/// # Errors
/// [`SiteError::NotFound`] when one of the folders is not there; a message beside `name`, or beside `parentId` when the
/// folder would lie in itself or too deep.
pub async fn update_folder(
    ctx: &TenantCtx,
    db: &TenantDb,
    folder_id: &str,
    form: &FolderForm,
) -> Result<Folder, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let tree = Tree::read(&tx).await?;
    let id = tree.find(folder_id)?.id.clone();
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

/// Removes a folder. The files and folders that lay in it lie where it lay afterwards.
///
/// # Errors
/// [`SiteError::NotFound`] when it is not there; [`SiteError::Conflict`] when a folder of the same name as one that lay in
/// it is there already.
pub async fn remove_folder(ctx: &TenantCtx, db: &TenantDb, folder_id: &str) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let tree = Tree::read(&tx).await?;
    let (id, parent_id) = {
        let folder = tree.find(folder_id)?;
        (folder.id.clone(), folder.parent_id.clone())
    };
    for inner in tree.inside(Some(&id)) {
        if tree.inside(parent_id.as_ref()).any(|other| other.name == inner.name && other.id != id) {
            let name = &inner.name;
            return Err(SiteError::Conflict(format!(
                "There is another folder named {name} where this one lies. Rename one of them first."
            )));
        }
    }
    tx.update::<asset::Entity>(asset::Column::FolderId.eq(id.clone()))
        .set(asset::Column::FolderId, parent_id.clone())
        .exec()
        .await?;
    // It goes first: one that lies in it may have its name.
    tx.delete::<asset_folder::Entity>(asset_folder::Column::Id.eq(id.clone())).exec().await?;
    tx.update::<asset_folder::Entity>(asset_folder::Column::ParentId.eq(id))
        .set(asset_folder::Column::ParentId, parent_id)
        .exec()
        .await?;
    Ok(tx.commit().await?)
}

/// The folder of an id, when there is one.
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

    fn find(&self, id: &str) -> Result<&asset_folder::Model, SiteError> {
        self.rows.iter().find(|row| row.id.as_str() == id).ok_or(SiteError::NotFound)
    }

    fn inside<'t>(&'t self, parent: Option<&'t AssetFolderId>) -> impl Iterator<Item = &'t asset_folder::Model> {
        self.rows.iter().filter(move |row| row.parent_id.as_ref() == parent)
    }

    /// The folders that a place lies in, the nearest first.
    fn above<'t>(&'t self, place: Option<&'t AssetFolderId>) -> impl Iterator<Item = &'t asset_folder::Model> {
        let folder = |id: Option<&AssetFolderId>| self.rows.iter().find(|row| Some(&row.id) == id);
        // A circle cannot come about; should there be one all the same, the way up still ends.
        std::iter::successors(folder(place), move |row| folder(row.parent_id.as_ref())).take(self.rows.len())
    }

    /// How many folders lie in each other below one, itself counted.
    fn depth(&self, id: &AssetFolderId) -> usize {
        let below = self.rows.iter().filter_map(|row| self.above(Some(&row.id)).position(|above| above.id == *id));
        below.max().unwrap_or(0) + 1
    }

    /// Name and place of a folder, `own` when it is there already.
    fn checked(
        &self,
        form: &FolderForm,
        own: Option<&AssetFolderId>,
    ) -> Result<(String, Option<AssetFolderId>), SiteError> {
        let parent = form.parent_id.as_deref().map(|id| self.find(id)).transpose()?.map(|row| row.id.clone());
        let name = form.name.trim();
        let mut checks = Checks::default();
        checks.require(!name.is_empty(), "name", "Enter a name for the folder.");
        let short = name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control);
        checks.require(short, "name", format!("The name can have at most {LONGEST_NAME} characters."));
        let free = self.inside(parent.as_ref()).all(|other| other.name != name || Some(&other.id) == own);
        checks.require(free, "name", "There is a folder of this name already.");
        let outside = self.above(parent.as_ref()).all(|above| Some(&above.id) != own);
        checks.require(outside, "parentId", "A folder cannot lie in itself.");
        let depth = self.above(parent.as_ref()).count() + own.map_or(1, |own| self.depth(own));
        checks.require(depth <= DEEPEST, "parentId", format!("Folders can lie at most {DEEPEST} deep."));
        checks.finish()?;
        Ok((name.to_owned(), parent))
    }
}
