//! Answers of plugins as they are kept, and for how long.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::plugin_answer;
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::clock::{DAY_MS, MINUTE_MS, Timestamp};
use stoa_kernel::pricing::QuoteKind;
use stoa_kernel::{TenantCtx, boxed};

use super::model::{OpenQuestion, QuoteAnswer};
use crate::CommerceError;

/// How often answers are written, if other requests keep the same ones at that moment.
const MAX_ATTEMPTS: usize = 3;
/// Most rows deleted in one transaction.
const BATCH: u64 = 1_000;

/// For how long an answer is fresh, and for how long it counts while the plugin fails, milliseconds. Discounts and
/// questions do not outlive their plugin.
const fn lifetime_ms(kind: QuoteKind) -> (i64, i64) {
    match kind {
        QuoteKind::Questions => (10 * MINUTE_MS, 10 * MINUTE_MS),
        QuoteKind::Shipping => (10 * MINUTE_MS, DAY_MS),
        QuoteKind::Taxes => (60 * MINUTE_MS, DAY_MS),
        QuoteKind::Discounts => (10 * MINUTE_MS, 10 * MINUTE_MS),
    }
}

/// The answers that count now, by the id of the question.
pub(super) async fn answers(
    tx: &TenantTx,
    ids: Vec<String>,
    now: Timestamp,
) -> Result<HashMap<String, plugin_answer::Model>, DbError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = tx
        .find::<plugin_answer::Entity>()
        .filter(plugin_answer::Column::Id.is_in(ids))
        .filter(plugin_answer::Column::ExpiresOn.gt(now))
        .all()
        .await?;
    Ok(rows.into_iter().map(|row| (row.id.clone(), row)).collect())
}

/// Keeps answers in place of earlier ones. Another request can keep some of the same answers at this moment, and then
/// none of these was written: they are written again, so that the others are not lost.
pub(super) async fn keep(
    ctx: &TenantCtx,
    db: &TenantDb,
    answered: Vec<(OpenQuestion, QuoteAnswer)>,
) -> Result<(), CommerceError> {
    let now = ctx.now();
    let mut answered = answered;
    // In one order for all, so that two requests do not wait for each other.
    answered.sort_by(|(one, _), (other, _)| one.id.cmp(&other.id));
    let ids: Vec<String> = answered.iter().map(|(question, _)| question.id.clone()).collect();
    let mut rows = Vec::with_capacity(answered.len());
    for (question, answer) in answered {
        let (fresh_ms, kept_ms) = lifetime_ms(question.source.kind);
        let answer = serde_json::to_value(answer)
            .map_err(|source| CommerceError::Unreadable { column: "plugin_answer.answer", source: Box::new(source) })?;
        rows.push(plugin_answer::ActiveModel {
            website_id: Set(ctx.website().clone()),
            id: Set(question.id),
            kind: Set(question.source.kind),
            plugin_id: Set(question.source.plugin),
            answer: Set(answer),
            fresh_until: Set(now + fresh_ms),
            expires_on: Set(now + kept_ms),
        });
    }
    for _ in 0..MAX_ATTEMPTS {
        match replace(db, &ids, &rows).await {
            Err(DbError::Duplicate(_)) => {}
            other => return Ok(other?),
        }
    }
    Ok(())
}

async fn replace(db: &TenantDb, ids: &[String], rows: &[plugin_answer::ActiveModel]) -> Result<(), DbError> {
    let tx = db.write().await?;
    tx.delete::<plugin_answer::Entity>(plugin_answer::Column::Id.is_in(ids.iter().cloned())).exec().await?;
    tx.insert_many(rows.to_vec()).await?;
    tx.commit().await
}

/// Deletes answers that count no longer, at most one batch, and returns their number.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn purge(ctx: &TenantCtx, db: &TenantDb) -> Result<usize, CommerceError> {
    let old = oldest(&db.read().await?, BATCH).await?;
    let ids: Vec<String> = old.into_iter().filter(|row| row.expires_on <= ctx.now()).map(|row| row.id).collect();
    if ids.is_empty() {
        return Ok(0);
    }
    let tx = db.write().await?;
    let gone = tx
        .delete::<plugin_answer::Entity>(plugin_answer::Column::Id.is_in(ids))
        .filter(plugin_answer::Column::ExpiresOn.lte(ctx.now()))
        .exec()
        .await?;
    tx.commit().await?;
    Ok(usize::try_from(gone).unwrap_or(usize::MAX))
}

/// When answers are deleted next: a day after they count no longer, so that a quiet site rests.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_purge(tx: &TenantTx) -> Result<Option<Timestamp>, CommerceError> {
    Ok(oldest(tx, 1).await?.first().map(|row| row.expires_on + DAY_MS))
}

async fn oldest(tx: &TenantTx, limit: u64) -> Result<Vec<plugin_answer::Model>, CommerceError> {
    Ok(tx.find::<plugin_answer::Entity>().order_by_asc(plugin_answer::Column::ExpiresOn).limit(limit).all().await?)
}
