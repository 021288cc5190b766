//! Comments and likes of a person: export and erasure.

use std::collections::BTreeSet;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr};
use stoa_entity::tenant::visitor_comment::{Column, Entity, Model};
use stoa_entity::tenant::{discussion, site_user, visitor_mark};
use stoa_entity::{TenantTx, load_run_removal};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::discussion::{CommentState, MarkKind};
use stoa_kernel::id::{CommentId, SiteUserId};
use stoa_kernel::load_run::LoadRunItemKind;

use super::counts::{recount, recount_all};
use crate::AudienceError;

/// A comment written by the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalComment {
    /// Author name given.
    pub author: String,
    /// E-mail address given.
    pub email: String,
    /// Its text.
    pub text: String,
    /// Path of the page it is about.
    pub path: String,
    /// When it was written, UTC milliseconds.
    pub created_on: Timestamp,
}

/// A like by the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalLike {
    /// The post or comment.
    pub subject: String,
    /// When it was added, UTC milliseconds.
    pub created_on: Timestamp,
}

/// The comments written with these e-mail addresses or from their accounts, and the likes of those accounts.
pub(crate) async fn of_person(
    tx: &TenantTx,
    addresses: &[String],
) -> Result<(Vec<PersonalComment>, Vec<PersonalLike>), AudienceError> {
    let accounts = accounts(tx, addresses).await?;
    let rows = written(tx, addresses, &accounts).await?;
    let comments = rows.into_iter().map(|row| PersonalComment {
        author: row.author,
        email: row.email,
        text: row.body,
        path: row.target_path,
        created_on: row.created_on,
    });
    let liked = tx.find::<visitor_mark::Entity>().filter(visitor_mark::Column::SiteUserId.is_in(accounts));
    let liked = liked.filter(visitor_mark::Column::Kind.eq(MarkKind::Like)).all().await?;
    let likes = liked.into_iter().map(|row| PersonalLike { subject: row.subject, created_on: row.created_on });
    Ok((comments.collect(), likes.collect()))
}

/// Erases the comments written with these e-mail addresses or from their accounts. A comment with replies becomes an
/// empty placeholder; likes still count, without reference to the person. Must be called before the account is deleted.
pub(crate) async fn erase(tx: &TenantTx, addresses: &[String]) -> Result<(), AudienceError> {
    let accounts = accounts(tx, addresses).await?;
    for row in written(tx, addresses, &accounts).await? {
        let answers = tx.find::<Entity>().filter(Column::ParentId.eq(row.id.clone())).count().await?;
        tx.delete::<visitor_mark::Entity>(visitor_mark::Column::Subject.eq(row.id.as_str())).exec().await?;
        if answers == 0 {
            tx.delete::<Entity>(Column::Id.eq(row.id.clone())).exec().await?;
        } else {
            blank(tx, vec![row.id.clone()]).await?;
        }
        recount(tx, &row.target_id, row.parent_id.as_ref().unwrap_or(&row.id)).await?;
    }
    tx.delete::<visitor_mark::Entity>(visitor_mark::Column::SiteUserId.is_in(accounts)).exec().await?;
    Ok(())
}

/// Makes comments empty placeholders.
async fn blank(tx: &TenantTx, ids: Vec<CommentId>) -> Result<(), AudienceError> {
    tx.update::<Entity>(Column::Id.is_in(ids))
        .set(Column::Author, "")
        .set(Column::Email, "")
        .set(Column::SiteUserId, Expr::value(Option::<String>::None))
        .set(Column::Visitor, "")
        .set(Column::Body, "")
        .set(Column::Searched, "")
        .set(Column::State, CommentState::Removed)
        .exec()
        .await?;
    Ok(())
}

/// Deletes comments of load tests with the replies that such tests made. One with other replies becomes an empty
/// placeholder; returns the number of these.
pub(crate) async fn remove_all(tx: &TenantTx, rows: Vec<Model>) -> Result<usize, AudienceError> {
    if rows.is_empty() {
        return Ok(0);
    }
    let ids: Vec<CommentId> = rows.iter().map(|row| row.id.clone()).collect();
    let replies = tx.find::<Entity>().filter(Column::ParentId.is_in(ids.clone())).all().await?;
    let names = replies.iter().map(|row| row.id.to_string()).collect();
    let of_runs = load_run_removal::noted(tx, LoadRunItemKind::Comment, names).await?;
    let (of_runs, others): (Vec<Model>, Vec<Model>) =
        replies.into_iter().partition(|row| of_runs.contains(row.id.as_str()));
    let answered: BTreeSet<CommentId> = others.into_iter().filter_map(|row| row.parent_id).collect();
    let all: BTreeSet<CommentId> = ids.into_iter().chain(of_runs.into_iter().map(|row| row.id)).collect();
    let subjects = all.iter().map(|id| id.as_str().to_owned());
    tx.delete::<visitor_mark::Entity>(visitor_mark::Column::Subject.is_in(subjects)).exec().await?;
    tx.delete::<Entity>(Column::Id.is_in(all.difference(&answered).cloned())).exec().await?;
    let placeholders = answered.len();
    blank(tx, answered.into_iter().collect()).await?;
    let targets: BTreeSet<String> = rows.iter().map(|row| row.target_id.clone()).collect();
    let firsts = rows.iter().map(|row| row.parent_id.clone().unwrap_or_else(|| row.id.clone())).collect();
    recount_all(tx, &targets, &firsts).await?;
    // Made with the first comment or like.
    let empty = Condition::all()
        .add(discussion::Column::TargetId.is_in(targets))
        .add(discussion::Column::Closed.eq(false))
        .add(discussion::Column::Comments.eq(0))
        .add(discussion::Column::Likes.eq(0))
        .add(discussion::Column::TargetId.not_in_subquery(tx.find::<Entity>().subquery(Column::TargetId)));
    tx.delete::<discussion::Entity>(empty).exec().await?;
    Ok(placeholders)
}

async fn accounts(tx: &TenantTx, addresses: &[String]) -> Result<Vec<SiteUserId>, AudienceError> {
    let own = tx.find::<site_user::Entity>().filter(site_user::Column::Email.is_in(addresses.iter().cloned()));
    Ok(own.all().await?.into_iter().map(|row| row.id).collect())
}

async fn written(tx: &TenantTx, addresses: &[String], accounts: &[SiteUserId]) -> Result<Vec<Model>, AudienceError> {
    let named = Column::Email.is_in(addresses.iter().filter(|address| !address.is_empty()).cloned());
    let own = Condition::any().add(named).add(Column::SiteUserId.is_in(accounts.iter().cloned()));
    Ok(tx.find::<Entity>().filter(own).order_by_asc(Column::Id).all().await?)
}
