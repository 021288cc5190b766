//! Which orders are asked about, and when. Whether one is, is decided once, in the transaction that writes the letter: so
//! there is one letter, whatever ends in the middle or runs in two processes.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::tenant::{fulfillment, order, review_request};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::OrderId;
use stoa_kernel::seal::SealError;
use stoa_kernel::token::random_token;

use super::ask::{before, path, ratable};
use crate::cart::token_hash;
use crate::mail::{self, Letterhead, ReviewRequest};
use crate::settings::StoreSettings;
use crate::{CommerceError, orders};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
/// Orders whose letter was due longer ago are not asked about: seven days. So switching letters on, or a server that stood
/// still, brings no letter about what nobody remembers.
pub const OLDEST_MS: i64 = 7 * DAY_MS;
/// Orders in one round.
const BATCH: u64 = 50;
const KEY_LENGTH: usize = 40;

/// By what the owner of an address is found again.
pub(super) fn person(tx: &TenantTx, email: &str) -> String {
    tx.seal().fingerprint(email.trim().to_lowercase().as_bytes(), &owner(tx))
}

fn owner(tx: &TenantTx) -> String {
    format!("review-request {}", tx.website())
}

/// How long after the last parcel buyers are asked; none while they are not.
async fn wait(tx: &TenantTx) -> Result<Option<i64>, CommerceError> {
    let choices = StoreSettings::load(tx).await?.choices;
    Ok(choices.review_requests.then(|| i64::from(choices.review_request_days) * DAY_MS))
}

/// Writes the letters that are due, so many at a time. `base_url` is the site's address without a closing slash.
///
/// # Errors
/// When the database refuses; what was not written is due again.
pub async fn write_due(ctx: &TenantCtx, db: &TenantDb, base_url: &str) -> Result<(), CommerceError> {
    let tx = db.read().await?;
    let Some(wait) = wait(&tx).await? else { return Ok(()) };
    let latest = ctx.now_ms() - wait;
    let long_ago = sent(
        &tx,
        Condition::all()
            .add(fulfillment::Column::CreatedOn.lte(latest))
            .add(fulfillment::Column::CreatedOn.gt(latest - OLDEST_MS)),
    );
    let lately = sent(&tx, Condition::all().add(fulfillment::Column::CreatedOn.gt(latest)));
    let due = open(&tx).add(order::Column::Id.in_subquery(long_ago)).add(order::Column::Id.not_in_subquery(lately));
    let due = tx.find::<order::Entity>().filter(due).order_by_asc(order::Column::Id).limit(BATCH).all().await?;
    drop(tx);
    for row in due {
        decide(ctx, db, &row.id, base_url).await?;
    }
    Ok(())
}

/// When the next order is to be looked at, UTC milliseconds; none while buyers are not asked.
///
/// # Errors
/// When the database refuses.
pub async fn next_due(ctx: &TenantCtx, tx: &TenantTx) -> Result<Option<i64>, CommerceError> {
    let Some(wait) = wait(tx).await? else { return Ok(None) };
    let of_open = tx.find::<order::Entity>().filter(open(tx)).values_of(order::Column::Id);
    let next = tx
        .find::<fulfillment::Entity>()
        .filter(fulfillment::Column::CreatedOn.gt(ctx.now_ms() - wait))
        .filter(fulfillment::Column::OrderId.in_subquery(of_open))
        .order_by_asc(fulfillment::Column::CreatedOn)
        .one()
        .await?;
    Ok(next.map(|row| row.created_on + wait))
}

fn sent(tx: &TenantTx, when: Condition) -> sea_orm::sea_query::SelectStatement {
    tx.find::<fulfillment::Entity>().filter(when).values_of(fulfillment::Column::OrderId)
}

/// Orders of somebody who can be written to, that were sent and paid, with nothing given back, and not asked about yet.
fn open(tx: &TenantTx) -> Condition {
    let decided = tx.find::<review_request::Entity>().values_of(review_request::Column::OrderId);
    Condition::all()
        .add(order::Column::FulfillmentStatus.eq("FULFILLED"))
        .add(order::Column::PaymentStatus.eq("PAID"))
        .add(order::Column::Email.ne(""))
        .add(order::Column::Id.not_in_subquery(decided))
}

async fn decide(ctx: &TenantCtx, db: &TenantDb, id: &OrderId, base_url: &str) -> Result<(), CommerceError> {
    let tx = db.write().await?;
    // Whoever refunds the order waits for this, or has been faster.
    let row = orders::find(&tx, id.as_str(), true).await?;
    if row.email.is_empty() || row.fulfillment_status != "FULFILLED" || row.payment_status != "PAID" {
        return Ok(());
    }
    let language = orders::language_of_customer(&tx, &row).await?;
    let order = orders::complete(&tx, row).await?;
    let email = order.summary.customer_email.clone();
    let rated = before(&tx, id).await?;
    let names: Vec<String> =
        ratable(&order).filter(|line| !rated.contains_key(&line.id)).map(|line| line.product_name.clone()).collect();
    let place = path(&tx, &order).filter(|_| !names.is_empty());
    let place = if has_left(&tx, &email).await? { None } else { place };
    let key = random_token(KEY_LENGTH);
    let request = review_request::ActiveModel {
        website_id: Set(tx.website().clone()),
        order_id: Set(id.clone()),
        person: Set(person(&tx, &email)),
        sealed_email: Set(tx.seal().close(email.as_bytes(), &owner(&tx))?),
        leave_hash: Set(token_hash(&key)),
        written_on: Set(place.is_some().then(|| ctx.now_ms())),
        has_left: Set(false),
    };
    match tx.insert(request).await {
        // Another process has decided.
        Err(DbError::Duplicate(_)) => return Ok(()),
        other => drop(other?),
    }
    if let Some(place) = place {
        let head = Letterhead::load(&tx, base_url).await?.in_language(language.as_deref());
        let number = order.summary.number.to_string();
        let about = ReviewRequest {
            number: &number,
            name: &order.summary.customer_name,
            products: &names,
            place: &place,
            key: &key,
        };
        mail::queue(ctx, &tx, mail::review_request(&head, &email, &about), id.as_str()).await?;
    }
    Ok(tx.commit().await?)
}

async fn has_left(tx: &TenantTx, email: &str) -> Result<bool, CommerceError> {
    let left = tx
        .find::<review_request::Entity>()
        .filter(review_request::Column::Person.eq(person(tx, email)))
        .filter(review_request::Column::HasLeft.eq(true));
    Ok(left.count().await? > 0)
}

/// The address to which letters with this key go; none when there is no such letter.
pub(crate) async fn receiver_of(tx: &TenantTx, key: &str) -> Result<Option<String>, CommerceError> {
    let known = review_request::Column::LeaveHash.eq(token_hash(key));
    let Some(row) = tx.find::<review_request::Entity>().filter(known).one().await? else { return Ok(None) };
    let email = tx.seal().open(&row.sealed_email, &owner(tx))?;
    Ok(Some(String::from_utf8(email).map_err(|_| SealError)?))
}

/// Sees to it that somebody is asked no more.
pub(crate) async fn stop(tx: &TenantTx, email: &str) -> Result<(), CommerceError> {
    tx.update::<review_request::Entity>(review_request::Column::Person.eq(person(tx, email)))
        .set(review_request::Column::HasLeft, true)
        .exec()
        .await?;
    Ok(())
}
