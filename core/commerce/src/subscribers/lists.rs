//! The lists of a site, for those who choose one in the settings of a block.

use sea_orm::ColumnTrait;
use stoa_entity::TenantDb;
use stoa_entity::tenant::mailing_list::{Column, Entity, Model};
use stoa_kernel::TenantCtx;
use stoa_kernel::permission::{Action, Resource};

use super::{LONGEST_NAME, list_of};
use crate::CommerceError;

/// Most lists that a site can have.
const MOST_LISTS: u64 = 200;

/// The lists of the site, by alphabet.
///
/// # Errors
/// When the caller may not read the site's content.
pub async fn lists(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<Model>, CommerceError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    Ok(tx.find::<Entity>().order_by_asc(Column::Name).limit(MOST_LISTS).all().await?)
}

/// Makes a list that nobody is on yet.
///
/// # Errors
/// When the caller may not change the site's content; beside `name` when it is blank, too long or taken, or when the
/// site has as many lists as it can have.
pub async fn create(ctx: &TenantCtx, db: &TenantDb, name: &str) -> Result<Model, CommerceError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(CommerceError::field("name", format!("Enter a name of at most {LONGEST_NAME} characters.")));
    }
    let tx = db.write().await?;
    if tx.find::<Entity>().filter(Column::Name.eq(name)).count().await? > 0 {
        return Err(CommerceError::field("name", "There is a list of this name."));
    }
    if tx.find::<Entity>().count().await? >= MOST_LISTS {
        return Err(CommerceError::field("name", format!("You have reached the limit of {MOST_LISTS} mailing lists.")));
    }
    let made = list_of(ctx, &tx, name).await?;
    tx.commit().await?;
    Ok(made)
}
