//! Likes and reports by visitors, one each per visitor and item.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::tenant::visitor_mark::{ActiveModel, Column, Entity};
use stoa_entity::tenant::{discussion, visitor_comment};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::discussion::{CommentState, MarkKind};
use stoa_kernel::id::CommentId;
use stoa_kernel::{Actor, TenantCtx, boxed};

use super::model::{Topic, row, visitor_hash};
use crate::AudienceError;
use crate::problem_texts::DONE_ALREADY;

/// A like or report by a visitor.
struct Mark<'a> {
    subject: &'a str,
    kind: MarkKind,
    visitor: String,
}

/// Adds or removes a like of a post. Returns the number of likes.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn like(
    ctx: &TenantCtx,
    db: &TenantDb,
    topic: &Topic,
    carried: &str,
    wanted: bool,
) -> Result<i64, AudienceError> {
    let mark = Mark { subject: &topic.id, kind: MarkKind::Like, visitor: visitor_hash(ctx, carried) };
    let tx = db.write().await?;
    if let Some(step) = set(ctx, &tx, &mark, wanted).await? {
        tx.update::<discussion::Entity>(discussion::Column::TargetId.eq(topic.id.as_str()))
            .set(discussion::Column::Likes, Expr::col(discussion::Column::Likes).add(step))
            .exec()
            .await?;
    }
    let counted = tx.find::<discussion::Entity>().filter(discussion::Column::TargetId.eq(topic.id.as_str()));
    let likes = counted.one().await?.map_or(0, |row| row.likes);
    tx.commit().await?;
    Ok(likes)
}

/// Whether a visitor likes a post or a comment.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn likes(ctx: &TenantCtx, tx: &TenantTx, subject: &str, carried: &str) -> Result<bool, AudienceError> {
    let own = Column::Subject.eq(subject).and(Column::Kind.eq(MarkKind::Like));
    let own = own.and(Column::Visitor.eq(visitor_hash(ctx, carried)));
    Ok(tx.find::<Entity>().filter(own).one().await?.is_some())
}

/// Likes a visible comment. Returns the number of likes, and the post or page of the comment.
///
/// # Errors
/// [`AudienceError::NotFound`] when there is no such visible comment.
#[boxed]
pub async fn like_comment(
    ctx: &TenantCtx,
    db: &TenantDb,
    carried: &str,
    id: &CommentId,
) -> Result<(i64, String), AudienceError> {
    mark_comment(ctx, db, MarkKind::Like, carried, id).await
}

/// Reports a visible comment to the moderators.
///
/// # Errors
/// [`AudienceError::NotFound`] when there is no such visible comment.
#[boxed]
pub async fn flag(ctx: &TenantCtx, db: &TenantDb, carried: &str, id: &CommentId) -> Result<(), AudienceError> {
    mark_comment(ctx, db, MarkKind::Flag, carried, id).await?;
    Ok(())
}

/// Returns the number of likes, and the post or page of the comment.
async fn mark_comment(
    ctx: &TenantCtx,
    db: &TenantDb,
    kind: MarkKind,
    carried: &str,
    id: &CommentId,
) -> Result<(i64, String), AudienceError> {
    let tx = db.write().await?;
    let seen = row(&tx, id).await?;
    if seen.state != CommentState::Approved {
        return Err(AudienceError::NotFound);
    }
    let mark = Mark { subject: seen.id.as_str(), kind, visitor: visitor_hash(ctx, carried) };
    if set(ctx, &tx, &mark, true).await?.is_some() {
        let column = match kind {
            MarkKind::Like => visitor_comment::Column::Likes,
            MarkKind::Flag => visitor_comment::Column::Flags,
        };
        tx.update::<visitor_comment::Entity>(visitor_comment::Column::Id.eq(seen.id.clone()))
            .set(column, Expr::col(column).add(1))
            .exec()
            .await?;
    }
    let likes = row(&tx, id).await?.likes;
    tx.commit().await?;
    Ok((likes, seen.target_id))
}

/// Adds or removes a mark. Returns the change of the count; none when nothing changed. Load tests mark nothing: the
/// marks of guests, and what they add to a count, could not be told apart and removed.
async fn set(ctx: &TenantCtx, tx: &TenantTx, mark: &Mark<'_>, wanted: bool) -> Result<Option<i64>, AudienceError> {
    if ctx.load_run().is_some() {
        return Ok(None);
    }
    let own = Column::Subject.eq(mark.subject).and(Column::Kind.eq(mark.kind));
    let own = own.and(Column::Visitor.eq(mark.visitor.as_str()));
    if !wanted {
        let taken = tx.delete::<Entity>(own).exec().await?;
        return Ok((taken > 0).then_some(-1));
    }
    if tx.find::<Entity>().filter(own).one().await?.is_some() {
        return Ok(None);
    }
    let site_user_id = match ctx.actor() {
        Actor::SiteUser(id) => Some(id.clone()),
        _ => None,
    };
    let made = tx
        .insert(ActiveModel {
            website_id: Set(tx.website().clone()),
            subject: Set(mark.subject.to_owned()),
            kind: Set(mark.kind),
            visitor: Set(mark.visitor.clone()),
            site_user_id: Set(site_user_id),
            created_on: Set(ctx.now()),
        })
        .await;
    match made {
        Ok(_) => Ok(Some(1)),
        // Concurrent request of the same browser.
        Err(DbError::Duplicate(_)) => Err(AudienceError::said_conflict(DONE_ALREADY)),
        Err(error) => Err(error.into()),
    }
}
