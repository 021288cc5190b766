//! What those who work on the shop do with reviews.

use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::tenant::product_review::{Column, Entity, Model};
use stoa_entity::{TenantDb, TenantTx, containing};
use stoa_kernel::TenantCtx;
use stoa_kernel::error::Checks;
use stoa_kernel::id::ProductReviewId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};

use super::model::{Review, ReviewCounts, ReviewFilter, ReviewState};
use super::texts::{MOST_TEXT, fits, plain};
use crate::CommerceError;

/// Longest text that is searched for, characters.
const LONGEST_SEARCH: usize = 100;
/// Most reviews that are changed at once.
const MOST_AT_ONCE: usize = 200;

/// Reviews, the newest first.
///
/// # Errors
/// When the caller may not see products.
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    filter: &ReviewFilter,
    request: &PageRequest,
) -> Result<Page<Review>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let mut find = tx.find::<Entity>().order_by_desc(Column::Id).limit(request.limit() + 1);
    if let Some(state) = filter.state {
        find = find.filter(Column::State.eq(state.name()));
    }
    if let Some(product) = &filter.product_id {
        find = find.filter(Column::ProductId.eq(product.as_str()));
    }
    for word in filter.search.chars().take(LONGEST_SEARCH).collect::<String>().split_whitespace() {
        find = find.filter(holds(word));
    }
    if let Some(cursor) = &request.cursor {
        find = find.filter(Column::Id.lt(cursor.clone()));
    }
    let rows = find.all().await?.into_iter().map(Review::from_row).collect::<Result<Vec<_>, _>>()?;
    Ok(Page::from_rows(rows, request.limit(), |review: &Review| review.id.to_string()))
}

fn holds(word: &str) -> Condition {
    let word = word.to_lowercase();
    let found = |column: Column| Expr::expr(Func::lower(Expr::col(column))).like(containing(&word));
    Condition::any().add(found(Column::ProductName)).add(found(Column::Body)).add(found(Column::Author))
}

#[derive(FromQueryResult)]
struct Counted {
    state: String,
    count: i64,
}

/// How many reviews stand where.
///
/// # Errors
/// When the caller may not see products.
pub async fn counts(ctx: &TenantCtx, db: &TenantDb) -> Result<ReviewCounts, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let rows: Vec<Counted> = tx.find::<Entity>().grouped(&[Column::State], vec![(Column::Id.count(), "count")]).await?;
    let mut counts = ReviewCounts::default();
    for row in rows {
        let count = u64::try_from(row.count).unwrap_or(0);
        match ReviewState::from_name(&row.state)? {
            ReviewState::Awaiting => counts.awaiting = count,
            ReviewState::Published => counts.published = count,
            ReviewState::Rejected => counts.rejected = count,
        }
    }
    Ok(counts)
}

/// Publishes or rejects reviews, or has them wait again.
///
/// # Errors
/// When the caller may not publish products; [`CommerceError::NotFound`] when one of them is not there: then none is
/// changed.
pub async fn change_states(
    ctx: &TenantCtx,
    db: &TenantDb,
    ids: &[String],
    state: ReviewState,
) -> Result<Vec<Review>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Publish)?;
    let mut checks = Checks::default();
    let some = (1..=MOST_AT_ONCE).contains(&ids.len());
    checks.require(some, "ids", format!("Name 1 to {MOST_AT_ONCE} reviews."));
    checks.finish()?;
    let tx = db.write().await?;
    let decided = (state != ReviewState::Awaiting).then(|| ctx.now_ms());
    let mut changed = Vec::with_capacity(ids.len());
    for id in ids {
        let former = row(&tx, id).await?;
        tx.update::<Entity>(Column::Id.eq(former.id.clone()))
            .set(Column::State, state.name())
            .set(Column::DecidedOn, decided)
            .exec()
            .await?;
        changed.push(Review { state, decided_on: decided, ..Review::from_row(former)? });
    }
    tx.commit().await?;
    Ok(changed)
}

/// Answers a review in the name of the shop; an empty text takes the answer back.
///
/// # Errors
/// When the caller may not publish products; [`CommerceError::NotFound`]; a message beside `text`.
pub async fn reply(ctx: &TenantCtx, db: &TenantDb, id: &str, text: &str) -> Result<Review, CommerceError> {
    ctx.authorise(Resource::Products, Action::Publish)?;
    let text = plain(text);
    if !fits(&text, MOST_TEXT) {
        return Err(CommerceError::field("text", format!("Use at most {MOST_TEXT} characters.")));
    }
    let tx = db.write().await?;
    let former = row(&tx, id).await?;
    let replied_on = (!text.is_empty()).then(|| ctx.now_ms());
    tx.update::<Entity>(Column::Id.eq(former.id.clone()))
        .set(Column::Reply, text.as_str())
        .set(Column::RepliedOn, replied_on)
        .exec()
        .await?;
    tx.commit().await?;
    Ok(Review { reply: text, replied_on, ..Review::from_row(former)? })
}

async fn row(tx: &TenantTx, id: &str) -> Result<Model, CommerceError> {
    let id: ProductReviewId = id.parse().map_err(|_| CommerceError::NotFound)?;
    tx.find::<Entity>().filter(Column::Id.eq(id)).for_update().one().await?.ok_or(CommerceError::NotFound)
}
