//! Moderation of reviews by contributors.

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::tenant::product_review::{Column, Entity, Model};
use stoa_entity::{TenantDb, TenantTx, containing};
use stoa_kernel::catalogue::ReviewState;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::id::ProductReviewId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::search::folded;
use stoa_kernel::{TenantCtx, boxed};

use super::model::{Review, ReviewCounts, ReviewFilter};
use super::texts::{MAX_TEXT, fits, plain};
use crate::CommerceError;
use crate::contributor_texts;

/// Maximum length of a search text, characters.
const MAX_SEARCH_LENGTH: usize = 100;
/// Maximum number of reviews per change.
const MAX_AT_ONCE: usize = 200;

/// Reviews, newest first.
///
/// # Errors
/// When the caller may not read products.
#[boxed]
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
        find = find.filter(Column::State.eq(state));
    }
    if let Some(product) = &filter.product_id {
        find = find.filter(Column::ProductId.eq(product.as_str()));
    }
    for word in folded(&filter.search.chars().take(MAX_SEARCH_LENGTH).collect::<String>()).split_whitespace() {
        find = find.filter(Expr::col(Column::Searched).like(containing(word)));
    }
    if let Some(cursor) = &request.cursor {
        find = find.filter(Column::Id.lt(cursor.clone()));
    }
    let rows = find.all().await?.into_iter().map(Review::from).collect();
    Ok(Page::from_rows(rows, request.limit(), |review: &Review| review.id.to_string()))
}

#[derive(FromQueryResult)]
struct StateCount {
    state: ReviewState,
    count: i64,
}

/// Number of reviews by moderation state.
///
/// # Errors
/// When the caller may not read products.
#[boxed]
pub async fn counts(ctx: &TenantCtx, db: &TenantDb) -> Result<ReviewCounts, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let rows: Vec<StateCount> =
        tx.find::<Entity>().aggregate(&[Column::State], vec![(Column::Id.count(), "count")]).await?;
    let mut counts = ReviewCounts::default();
    for row in rows {
        let count = u64::try_from(row.count).unwrap_or(0);
        match row.state {
            ReviewState::Awaiting => counts.awaiting = count,
            ReviewState::Published => counts.published = count,
            ReviewState::Rejected => counts.rejected = count,
        }
    }
    Ok(counts)
}

/// Publishes or rejects reviews, or returns them to the moderation queue.
///
/// # Errors
/// When the caller may not publish products; [`CommerceError::NotFound`] when one of them does not exist: then none is
/// changed.
#[boxed]
pub async fn change_states(
    ctx: &TenantCtx,
    db: &TenantDb,
    ids: &[String],
    state: ReviewState,
) -> Result<Vec<Review>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Publish)?;
    let mut checks = Checks::default();
    let some = (1..=MAX_AT_ONCE).contains(&ids.len());
    checks.require(some, "ids", contributor_texts::CHOOSE_1_TO_MOST_REVIEWS.with("count", MAX_AT_ONCE).to_string());
    checks.finish()?;
    let ids = ids.iter().map(|id| id.parse::<ProductReviewId>().map_err(|_| CommerceError::NotFound));
    let ids: Vec<ProductReviewId> = ids.collect::<Result<_, _>>()?;
    let tx = db.write().await?;
    let decided = (state != ReviewState::Awaiting).then(|| ctx.now());
    let rows = locked(&tx, &ids).await?;
    tx.update::<Entity>(Column::Id.is_in(ids.iter().cloned()))
        .set(Column::State, state)
        .set(Column::DecidedOn, decided)
        .exec()
        .await?;
    tx.commit().await?;
    let changed = |row: &Model| Review { state, decided_on: decided, ..Review::from(row.clone()) };
    Ok(ids.iter().filter_map(|id| rows.get(id)).map(changed).collect())
}

/// Reviews, locked in the order of their ids, whatever the order of the call: two people may choose the same ones.
async fn locked(tx: &TenantTx, ids: &[ProductReviewId]) -> Result<HashMap<ProductReviewId, Model>, CommerceError> {
    let find = tx.find::<Entity>().filter(Column::Id.is_in(ids.iter().cloned())).order_by_asc(Column::Id);
    let rows = find.for_update().all().await?;
    let rows: HashMap<ProductReviewId, Model> = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
    if ids.iter().all(|id| rows.contains_key(id)) { Ok(rows) } else { Err(CommerceError::NotFound) }
}

/// Sets the store's reply to a review; an empty text deletes it.
///
/// # Errors
/// When the caller may not publish products; [`CommerceError::NotFound`]; an error of the field `text`.
#[boxed]
pub async fn reply(ctx: &TenantCtx, db: &TenantDb, id: &ProductReviewId, text: &str) -> Result<Review, CommerceError> {
    ctx.authorise(Resource::Products, Action::Publish)?;
    let text = plain(text);
    if !fits(&text, MAX_TEXT) {
        return Err(CommerceError::field(
            "text",
            stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", MAX_TEXT).to_string(),
        ));
    }
    let tx = db.write().await?;
    let former = row(&tx, id).await?;
    let replied_on = (!text.is_empty()).then(|| ctx.now());
    tx.update::<Entity>(Column::Id.eq(former.id.clone()))
        .set(Column::Reply, text.as_str())
        .set(Column::RepliedOn, replied_on.map(Timestamp::ms))
        .exec()
        .await?;
    tx.commit().await?;
    Ok(Review { reply: text, replied_on, ..Review::from(former) })
}

async fn row(tx: &TenantTx, id: &ProductReviewId) -> Result<Model, CommerceError> {
    tx.find::<Entity>().filter(Column::Id.eq(id.clone())).for_update().one().await?.ok_or(CommerceError::NotFound)
}
