//! Sections saved under a name, to be inserted into any page of the site.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::Value;
use stoa_document::{BlockKinds, Document, Section};
use stoa_entity::json_column;
use stoa_entity::tenant::saved_section::{ActiveModel, Column, Entity, Model};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::id::SavedSectionId;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};

use crate::{SiteError, contributor_texts, html, version};

/// Maximum number of saved sections of a site.
const MAX_SECTIONS: u64 = 200;
/// Maximum length of a name, in characters.
const MAX_NAME_LENGTH: usize = 80;

/// A saved section.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedSection {
    /// Its id.
    pub id: SavedSectionId,
    /// Its name, unique in the site.
    pub name: String,
    /// The section with its rows and blocks. The code that inserts it assigns new ids.
    pub section: Section,
    /// When it was saved, UTC milliseconds.
    pub created_on: Timestamp,
    /// Version for `If-Match`; changes with its name.
    pub version: String,
}

impl SavedSection {
    fn from_row(row: Model) -> Result<Self, SiteError> {
        let section = json_column::read("saved_section.section", &row.section)?;
        let version = version_of(&row);
        Ok(Self { id: row.id, name: row.name, section, created_on: row.created_on, version })
    }
}

/// All saved sections, by name.
///
/// # Errors
/// When the caller may not see them.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<SavedSection>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let rows = db.read().await?.find::<Entity>().order_by_asc(Column::Name).all().await?;
    rows.into_iter().map(SavedSection::from_row).collect()
}

/// Saves a section under a name.
///
/// # Errors
/// [`SiteError::Invalid`] when the section has errors, [`SiteError::Conflict`] when the name is taken or the site has
/// the maximum number of saved sections.
#[boxed]
pub async fn keep(
    ctx: &TenantCtx,
    db: &TenantDb,
    kinds: &dyn BlockKinds,
    name: &str,
    section: &Value,
) -> Result<SavedSection, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let name = checked_name(name)?;
    let section = checked_section(section, kinds)?;
    let tx = db.write().await?;
    if tx.find::<Entity>().count().await? >= MAX_SECTIONS {
        let message = contributor_texts::SITE_CAN_SAVE_SECTIONS.with("count", MAX_SECTIONS).to_string();
        return Err(SiteError::Conflict(message));
    }
    let row = ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(SavedSectionId::generate()),
        name: Set(name.clone()),
        section: Set(json_column::write("saved_section.section", &section)?),
        author: Set(ctx.actor().label()),
        created_on: Set(ctx.now()),
        updated_on: Set(ctx.now()),
    };
    let row = tx.insert(row).await.map_err(|error| taken(error, &name))?;
    tx.commit().await?;
    SavedSection::from_row(row)
}

/// Renames a saved section.
///
/// # Errors
/// [`SiteError::Conflict`] when the name is taken, [`SiteError::NotFound`] when there is no such section,
/// [`SiteError::RevisionStale`] when it was renamed since the caller read it.
#[boxed]
pub async fn rename(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &SavedSectionId,
    name: &str,
    seen: &Precondition,
) -> Result<SavedSection, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let name = checked_name(name)?;
    let tx = db.write().await?;
    let row = one(&tx, id).await?;
    version::require(seen, &version_of(&row))?;
    tx.update::<Entity>(Column::Id.eq(row.id.clone()))
        .set(Column::Name, name.clone())
        .set(Column::UpdatedOn, ctx.now())
        .exec()
        .await
        .map_err(|error| taken(error, &name))?;
    tx.commit().await?;
    SavedSection::from_row(Model { name, ..row })
}

/// Deletes a saved section. Pages that use it are unchanged.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such section, [`SiteError::RevisionStale`] when it was renamed since the
/// caller read it.
#[boxed]
pub async fn discard(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &SavedSectionId,
    seen: &Precondition,
) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let row = one(&tx, id).await?;
    version::require(seen, &version_of(&row))?;
    tx.delete::<Entity>(Column::Id.eq(row.id)).exec().await?;
    tx.commit().await?;
    Ok(())
}

fn version_of(row: &Model) -> String {
    version::of(std::iter::once(row.name.as_str()))
}

async fn one(tx: &TenantTx, id: &SavedSectionId) -> Result<Model, SiteError> {
    tx.find::<Entity>().filter(Column::Id.eq(id.clone())).for_update().one().await?.ok_or(SiteError::NotFound)
}

fn taken(error: DbError, name: &str) -> SiteError {
    match error {
        DbError::Duplicate(_) => {
            SiteError::Conflict(contributor_texts::SECTION_NAME_TAKEN.with("name", name).to_string())
        }
        other => other.into(),
    }
}

fn checked_name(name: &str) -> Result<String, SiteError> {
    let name = name.trim();
    if name.is_empty() {
        return Err(SiteError::field("name", stoa_kernel::contributor_texts::NAME_CANNOT_BE_BLANK));
    }
    if name.chars().count() > MAX_NAME_LENGTH {
        return Err(SiteError::field(
            "name",
            stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", MAX_NAME_LENGTH).to_string(),
        ));
    }
    Ok(name.to_owned())
}

fn checked_section(section: &Value, kinds: &dyn BlockKinds) -> Result<Section, SiteError> {
    let wrong = |message: String| SiteError::Invalid(FieldErrors::from([("section".to_owned(), message)]));
    let sections = Value::Array(vec![section.clone()]);
    let document = serde_json::json!({"version": Document::VERSION, "sections": sections});
    let mut document = Document::from_json(&document).map_err(wrong)?;
    let problems = document.check(kinds).into_map();
    if !problems.is_empty() {
        return Err(SiteError::Invalid(problems));
    }
    html::sanitise_document(&mut document, kinds);
    document.sections.pop().ok_or_else(|| wrong("should be an object".to_owned()))
}
