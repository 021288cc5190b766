//! Comments as shown to visitors.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::TenantTx;
use stoa_entity::tenant::visitor_comment::{Column, Entity, Model};
use stoa_kernel::discussion::CommentState;
use stoa_kernel::id::CommentId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::{TenantCtx, boxed};

use super::model::{Thread, VisibleComment, visitor_hash};
use crate::AudienceError;

/// The comment threads of a post or page, newest first, with their replies, oldest first. `carried` identifies the
/// browser (visitor cookie, else CSRF token); without it no comment is marked as the caller's own.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn threads(
    ctx: &TenantCtx,
    tx: &TenantTx,
    target: &str,
    carried: Option<&str>,
    request: &PageRequest,
) -> Result<Page<Thread>, AudienceError> {
    let approved = CommentState::Approved;
    let holds_answers = Condition::all().add(Column::State.eq(CommentState::Removed)).add(Column::Replies.gt(0));
    let mut find = tx
        .find::<Entity>()
        .filter(Column::TargetId.eq(target))
        .filter(Column::ParentId.is_null())
        .filter(Condition::any().add(Column::State.eq(approved)).add(holds_answers))
        .order_by_desc(Column::Id)
        .limit(request.limit() + 1);
    if let Some(cursor) = &request.cursor {
        find = find.filter(Column::Id.lt(cursor.clone()));
    }
    let firsts = Page::from_rows(find.all().await?, request.limit(), |row| row.id.to_string());
    let ids: Vec<CommentId> = firsts.items.iter().filter(|row| row.replies > 0).map(|row| row.id.clone()).collect();
    let mut replies: HashMap<CommentId, Vec<VisibleComment>> = HashMap::new();
    let own = carried.map(|carried| visitor_hash(ctx, carried));
    let said = |row: Model| shown(row, own.as_deref());
    if !ids.is_empty() {
        let answers = tx.find::<Entity>().filter(Column::ParentId.is_in(ids)).filter(Column::State.eq(approved));
        for mut row in answers.order_by_asc(Column::Id).all().await? {
            let Some(parent) = row.parent_id.take() else { continue };
            replies.entry(parent).or_default().push(said(row));
        }
    }
    Ok(firsts.map(|row| Thread { replies: replies.remove(&row.id).unwrap_or_default(), first: said(row) }))
}

pub(super) fn shown(row: Model, own: Option<&str>) -> VisibleComment {
    let removed = row.state == CommentState::Removed;
    let is_own = !removed && !row.by_site && own.is_some_and(|own| row.visitor == own);
    VisibleComment {
        id: row.id,
        author: if removed { String::new() } else { row.author },
        text: if removed { String::new() } else { row.body },
        created_on: row.created_on,
        by_site: row.by_site,
        removed,
        likes: row.likes,
        is_own,
    }
}
