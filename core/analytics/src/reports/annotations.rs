//! Notes of contributors on days.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use stoa_entity::TenantDb;
use stoa_entity::tenant::analytics_annotation::{ActiveModel, Column, Entity, Model};
use stoa_kernel::contributor_texts::{AT_MOST_NOTES, ENTER_A_DATE_SUCH_AS_2026_11, ENTER_A_NOTE};
use stoa_kernel::error::Checks;
use stoa_kernel::id::AnnotationId;
use stoa_kernel::local_days::read_day;
use stoa_kernel::{Action, ErrorCode, Failure, Resource, TenantCtx, boxed};

/// Longest note, characters.
const MAX_TEXT_LENGTH: usize = 200;
/// Maximum number of notes of a site.
const MAX_ANNOTATIONS: u64 = 2_000;

/// A note on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// Its id.
    pub id: AnnotationId,
    /// The day, such as `2026-11-21`.
    pub day: String,
    /// The note.
    pub text: String,
}

impl From<Model> for Annotation {
    fn from(row: Model) -> Self {
        Self { id: row.id, day: row.day, text: row.text }
    }
}

/// All notes in the order of their days. `db` is the site's own database.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<Annotation>, Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let tx = db.read().await?;
    let rows =
        tx.find::<Entity>().order_by_asc(Column::Day).order_by_asc(Column::Id).limit(MAX_ANNOTATIONS).all().await?;
    Ok(rows.into_iter().map(Annotation::from).collect())
}

/// Creates a note.
///
/// # Errors
/// When the day or text is invalid, there are too many notes, or the caller may not change analytics.
#[boxed]
pub async fn create(ctx: &TenantCtx, db: &TenantDb, day: &str, text: &str) -> Result<Annotation, Failure> {
    ctx.authorise(Resource::Analytics, Action::Write)?;
    let text = checked(day, text)?;
    let tx = db.write().await?;
    if tx.find::<Entity>().count().await? >= MAX_ANNOTATIONS {
        return Err(Failure::new(ErrorCode::Conflict, AT_MOST_NOTES.with("count", MAX_ANNOTATIONS).to_string()));
    }
    let row = ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(AnnotationId::generate()),
        day: Set(day.to_owned()),
        text: Set(text),
        created_on: Set(ctx.now()),
    };
    let made = tx.insert(row).await?;
    tx.commit().await?;
    Ok(made.into())
}

/// Changes a note.
///
/// # Errors
/// When there is none, the day or text is invalid, or the caller may not change analytics.
#[boxed]
pub async fn update(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &AnnotationId,
    day: &str,
    text: &str,
) -> Result<Annotation, Failure> {
    ctx.authorise(Resource::Analytics, Action::Write)?;
    let text = checked(day, text)?;
    let tx = db.write().await?;
    let changed = tx
        .update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::Day, day.to_owned())
        .set(Column::Text, text.clone())
        .exec()
        .await?;
    if changed == 0 {
        return Err(Failure::not_found());
    }
    tx.commit().await?;
    Ok(Annotation { id: id.clone(), day: day.to_owned(), text })
}

/// Deletes a note.
///
/// # Errors
/// When there is none, or the caller may not change analytics.
#[boxed]
pub async fn delete(ctx: &TenantCtx, db: &TenantDb, id: &AnnotationId) -> Result<(), Failure> {
    ctx.authorise(Resource::Analytics, Action::Write)?;
    let tx = db.write().await?;
    if tx.delete::<Entity>(Column::Id.eq(id.clone())).exec().await? == 0 {
        return Err(Failure::not_found());
    }
    Ok(tx.commit().await?)
}

fn checked(day: &str, text: &str) -> Result<String, Failure> {
    let text = text.trim();
    let mut checks = Checks::default();
    checks.require(read_day(day).is_some(), "day", ENTER_A_DATE_SUCH_AS_2026_11);
    let fits = !text.is_empty() && text.chars().count() <= MAX_TEXT_LENGTH && !text.chars().any(char::is_control);
    checks.require(fits, "text", ENTER_A_NOTE.with("count", MAX_TEXT_LENGTH).to_string());
    checks.finish()?;
    Ok(text.to_owned())
}
