//! The mailing lists of a site: for the settings of blocks that refer to one, and for their management. Pages refer to
//! a list by name, so a renamed list keeps its former names.

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{ColumnTrait, IntoSimpleExpr as _};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::mailing_list::{Column, Entity, Model};
use stoa_entity::tenant::{pending_subscriber, subscriber};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::event::NEWS_LIST;
use stoa_kernel::id::MailingListId;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::people::waiting_on_any;
use super::{MAX_NAME_LENGTH, list_of, named};
use crate::AudienceError;

/// Maximum number of lists per site.
const MAX_LISTS: u64 = 200;
/// Counts of subscribers stop at this number.
pub const MAX_COUNTED: u64 = 100_000;

/// A mailing list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailingList {
    /// Its id.
    pub id: MailingListId,
    /// Its name.
    pub name: String,
    /// Its former names.
    pub former_names: Vec<String>,
    /// When it was created, UTC milliseconds.
    pub created_on: Timestamp,
}

/// A list with its number of subscribers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListSummary {
    /// The list.
    pub list: MailingList,
    /// Whether shoppers who agree to the newsletter are added to it; such a list cannot be deleted.
    pub is_of_shop: bool,
    /// Number of subscribers, counted up to [`MAX_COUNTED`].
    pub subscribers: u64,
    /// Number of unconfirmed subscribers, counted likewise.
    pub pending: u64,
}

impl From<Model> for MailingList {
    fn from(row: Model) -> Self {
        Self { id: row.id, name: row.name, former_names: row.former_names.0, created_on: row.created_on }
    }
}

impl MailingList {
    /// Its current and former names.
    pub fn names(&self) -> Vec<&str> {
        std::iter::once(&self.name).chain(&self.former_names).map(String::as_str).collect()
    }

    /// Whether it has or had a name.
    fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.former_names.iter().any(|former| former == name)
    }
}

/// The lists of the site, in alphabetical order.
///
/// # Errors
/// When the caller may not read the site's content, whose blocks name them.
#[boxed]
pub async fn lists(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<MailingList>, AudienceError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    all(&db.read().await?).await
}

/// The lists of the site with their numbers of subscribers, in alphabetical order.
///
/// # Errors
/// When the caller may not see mailing lists.
#[boxed]
pub async fn summaries(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<ListSummary>, AudienceError> {
    ctx.authorise(Resource::Campaigns, Action::Read)?;
    let tx = db.read().await?;
    summaries_of(ctx, &tx, all(&tx).await?).await
}

/// One list with its number of subscribers.
///
/// # Errors
/// [`AudienceError::NotFound`], or when the caller may not see mailing lists.
#[boxed]
pub async fn detail(ctx: &TenantCtx, db: &TenantDb, id: &MailingListId) -> Result<ListSummary, AudienceError> {
    ctx.authorise(Resource::Campaigns, Action::Read)?;
    let tx = db.read().await?;
    let list = find(&tx, id).await?;
    summary(ctx, &tx, list).await
}

/// Creates an empty list.
///
/// # Errors
/// When the caller may not change mailing lists; an error of the field `name` when it is blank, too long or taken, or
/// when the site has the maximum number of lists.
#[boxed]
pub async fn create(ctx: &TenantCtx, db: &TenantDb, name: &str) -> Result<MailingList, AudienceError> {
    ctx.authorise(Resource::Campaigns, Action::Write)?;
    let name = checked_name(name)?;
    let tx = db.write().await?;
    check_free(&tx, name, None).await?;
    if tx.find::<Entity>().count().await? >= MAX_LISTS {
        return Err(AudienceError::field(
            "name",
            crate::contributor_texts::LIMIT_OF_MAILING_LISTS.with("count", MAX_LISTS).to_string(),
        ));
    }
    let made = list_of(ctx, &tx, name).await?;
    tx.commit().await?;
    Ok(made.into())
}

/// Renames a list. Pages that use a former name continue to add subscribers to it.
///
/// # Errors
/// [`AudienceError::NotFound`], or when the caller may not change mailing lists; an error of the field `name` when it
/// is blank, too long or taken.
#[boxed]
pub async fn rename(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &MailingListId,
    name: &str,
) -> Result<ListSummary, AudienceError> {
    ctx.authorise(Resource::Campaigns, Action::Write)?;
    let name = checked_name(name)?;
    let tx = db.write().await?;
    let mut list = find(&tx, id).await?;
    check_free(&tx, name, Some(&list.id)).await?;
    if list.name != name {
        list.former_names.push(std::mem::replace(&mut list.name, name.to_owned()));
        list.former_names.retain(|former| former != name);
        tx.update::<Entity>(Column::Id.eq(list.id.clone()))
            .set(Column::Name, list.name.clone())
            .set(Column::FormerNames, JsonOf(list.former_names.clone()))
            .exec()
            .await?;
    }
    let renamed = summary(ctx, &tx, list).await?;
    tx.commit().await?;
    Ok(renamed)
}

/// Deletes a list with all subscribers; written to the audit log. The caller checks that no page refers to it: the next
/// sign-up on such a page would create it again.
///
/// # Errors
/// [`AudienceError::NotFound`], [`AudienceError::Conflict`] for the store's own list, or when the caller may not delete
/// mailing lists.
#[boxed]
pub async fn remove_list(ctx: &TenantCtx, db: &TenantDb, id: &MailingListId) -> Result<(), AudienceError> {
    ctx.authorise(Resource::Campaigns, Action::Delete)?;
    let tx = db.write().await?;
    let list = find(&tx, id).await?;
    if list.answers_to(NEWS_LIST) {
        let reason = crate::contributor_texts::CUSTOMERS_JOIN_THIS_LIST.english();
        return Err(AudienceError::Conflict(reason.to_owned()));
    }
    let id = list.id;
    tx.delete::<pending_subscriber::Entity>(pending_subscriber::Column::MailingListId.eq(id.clone())).exec().await?;
    tx.delete::<subscriber::Entity>(subscriber::Column::MailingListId.eq(id.clone())).exec().await?;
    tx.delete::<Entity>(Column::Id.eq(id.clone())).exec().await?;
    audit::note(ctx, &tx, AuditAction::MailingListDelete, id.as_str()).await?;
    Ok(tx.commit().await?)
}

/// A list by its id.
pub(super) async fn find(tx: &TenantTx, id: &MailingListId) -> Result<MailingList, AudienceError> {
    let row = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await?;
    Ok(row.ok_or(AudienceError::NotFound)?.into())
}

async fn all(tx: &TenantTx) -> Result<Vec<MailingList>, AudienceError> {
    let rows = tx.find::<Entity>().order_by_asc(Column::Name).limit(MAX_LISTS).all().await?;
    Ok(rows.into_iter().map(MailingList::from).collect())
}

async fn summary(ctx: &TenantCtx, tx: &TenantTx, list: MailingList) -> Result<ListSummary, AudienceError> {
    summaries_of(ctx, tx, vec![list]).await?.pop().ok_or(AudienceError::NotFound)
}

async fn summaries_of(
    ctx: &TenantCtx,
    tx: &TenantTx,
    lists: Vec<MailingList>,
) -> Result<Vec<ListSummary>, AudienceError> {
    let own = |column: Expr| column.eq(Column::Id.into_simple_expr());
    let subscribed = own(subscriber::Column::MailingListId.into_simple_expr());
    let asked = own(pending_subscriber::Column::MailingListId.into_simple_expr());
    let counts = tx
        .find::<Entity>()
        .filter(Column::Id.is_in(lists.iter().map(|list| list.id.clone())))
        .select_only()
        .column(Column::Id)
        .column_as(tx.find::<subscriber::Entity>().filter(subscribed).counted_up_to(MAX_COUNTED), "subscribers")
        .column_as(waiting_on_any(ctx, tx).filter(asked).counted_up_to(MAX_COUNTED), "pending")
        .into_tuple::<(MailingListId, i64, i64)>()
        .all()
        .await?;
    let count = |number: i64| u64::try_from(number).unwrap_or(0);
    let counts = counts.into_iter().map(|(id, subscribers, pending)| (id, (count(subscribers), count(pending))));
    let counts: HashMap<MailingListId, (u64, u64)> = counts.collect();
    let summary = |list: MailingList| {
        let (subscribers, pending) = counts.get(&list.id).copied().unwrap_or_default();
        ListSummary { is_of_shop: list.answers_to(NEWS_LIST), list, subscribers, pending }
    };
    Ok(lists.into_iter().map(summary).collect())
}

fn checked_name(name: &str) -> Result<&str, AudienceError> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME_LENGTH || name.chars().any(char::is_control) {
        return Err(AudienceError::field(
            "name",
            stoa_kernel::contributor_texts::ENTER_A_NAME_OF_AT_MOST.with("count", MAX_NAME_LENGTH).to_string(),
        ));
    }
    Ok(name)
}

/// Checks that no other list has or had the name.
async fn check_free(tx: &TenantTx, name: &str, own: Option<&MailingListId>) -> Result<(), AudienceError> {
    match named(tx, name).await? {
        Some(other) if own == Some(&other.id) => Ok(()),
        Some(other) if other.name == name => {
            Err(AudienceError::field("name", crate::contributor_texts::LIST_NAME_TAKEN.english()))
        }
        Some(other) => {
            let message = crate::contributor_texts::LIST_HAD_THIS_NAME.with("name", &other.name).to_string();
            Err(AudienceError::field("name", message))
        }
        None => Ok(()),
    }
}
