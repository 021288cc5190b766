//! Which orders get a review request, and when. The decision is stored in the transaction that queues the e-mail, so
//! there is exactly one e-mail per order, even after a crash or with two workers.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_email::{EmailContext, ReviewRequest, SubscribedTo};
use stoa_entity::tenant::{fulfillment, order, review_request};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::encryption::CipherError;
use stoa_kernel::id::OrderId;
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};
use stoa_kernel::token::random_token;
use stoa_kernel::token::token_hash_hex;
use stoa_kernel::{TenantCtx, boxed};

use super::review_form::{existing_reviews, path, reviewable_lines};
use crate::settings::StoreSettings;
use crate::unsubscribe::Subscription;
use crate::{CommerceError, orders};

/// No review request is sent when it was due more than seven days ago, so that enabling the feature or a server outage
/// does not cause e-mails about old orders.
pub const OLDEST_MS: i64 = 7 * DAY_MS;
/// Maximum number of orders per run.
const BATCH: u64 = 50;
const KEY_LENGTH: usize = 40;

/// Keyed hash of an e-mail address, to find the requests of a person.
pub(super) fn person(tx: &TenantTx, email: &str) -> String {
    tx.seal().fingerprint(email.trim().to_lowercase().as_bytes(), &owner(tx))
}

fn owner(tx: &TenantTx) -> String {
    format!("review-request {}", tx.website())
}

/// Delay of review requests after the last shipment; none while they are disabled.
async fn wait(tx: &TenantTx) -> Result<Option<i64>, CommerceError> {
    let choices = StoreSettings::load(tx).await?.choices;
    Ok(choices.review_requests.then(|| i64::from(choices.review_request_days) * DAY_MS))
}

/// Queues the due review requests, up to a fixed number per run. `base_url` is the site's URL without a trailing slash.
///
/// # Errors
/// When the database fails; requests that were not queued remain due.
#[boxed]
pub async fn write_due(ctx: &TenantCtx, db: &TenantDb, base_url: &str) -> Result<(), CommerceError> {
    let tx = db.read().await?;
    let Some(wait) = wait(&tx).await? else { return Ok(()) };
    let due = due(&tx, ctx.now() - wait);
    let due = tx.find::<order::Entity>().filter(due).order_by_asc(order::Column::Id).limit(BATCH).all().await?;
    drop(tx);
    for row in due {
        decide(ctx, db, &row.id, base_url).await?;
    }
    Ok(())
}

/// When the next order is due, UTC milliseconds; none while review requests are disabled.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_due(ctx: &TenantCtx, tx: &TenantTx) -> Result<Option<Timestamp>, CommerceError> {
    let Some(wait) = wait(tx).await? else { return Ok(None) };
    // More than one batch was due.
    if tx.find::<order::Entity>().filter(due(tx, ctx.now() - wait)).one().await?.is_some() {
        return Ok(Some(ctx.now()));
    }
    let of_open = tx.find::<order::Entity>().filter(open(tx)).subquery(order::Column::Id);
    let next = tx
        .find::<fulfillment::Entity>()
        .filter(fulfillment::Column::CreatedOn.gt(ctx.now() - wait))
        .filter(fulfillment::Column::OrderId.in_subquery(of_open))
        .order_by_asc(fulfillment::Column::CreatedOn)
        .one()
        .await?;
    Ok(next.map(|row| row.created_on + wait))
}

/// Undecided orders whose last shipment was at `latest` or up to [`OLDEST_MS`] before.
fn due(tx: &TenantTx, latest: Timestamp) -> Condition {
    let created = fulfillment::Column::CreatedOn;
    let long_ago = sent(tx, Condition::all().add(created.lte(latest)).add(created.gt(latest - OLDEST_MS)));
    let lately = sent(tx, Condition::all().add(created.gt(latest)));
    open(tx).add(order::Column::Id.in_subquery(long_ago)).add(order::Column::Id.not_in_subquery(lately))
}

fn sent(tx: &TenantTx, when: Condition) -> sea_orm::sea_query::SelectStatement {
    tx.find::<fulfillment::Entity>().filter(when).subquery(fulfillment::Column::OrderId)
}

/// Orders with an e-mail address that are fulfilled, paid and not refunded, and for which no decision was made yet.
fn open(tx: &TenantTx) -> Condition {
    let decided = tx.find::<review_request::Entity>().subquery(review_request::Column::OrderId);
    Condition::all()
        .add(order::Column::FulfillmentStatus.eq(FulfillmentStatus::Fulfilled))
        .add(order::Column::PaymentStatus.eq(OrderPaymentStatus::Paid))
        .add(order::Column::Email.ne(""))
        .add(order::Column::Id.not_in_subquery(decided))
}

async fn decide(ctx: &TenantCtx, db: &TenantDb, id: &OrderId, base_url: &str) -> Result<(), CommerceError> {
    let tx = db.write().await?;
    // A refund of the order waits for this lock, or has been committed before.
    let row = orders::find(&tx, id, true).await?;
    let is_fulfilled = row.fulfillment_status == FulfillmentStatus::Fulfilled;
    if row.email.is_empty() || !is_fulfilled || row.payment_status != OrderPaymentStatus::Paid {
        return Ok(());
    }
    let language = orders::language_of_customer(&tx, &row).await?;
    let order = orders::complete(&tx, row).await?.for_customer();
    let email = order.summary.customer_email.clone();
    let rated = existing_reviews(&tx, id).await?;
    let names: Vec<String> = reviewable_lines(&order)
        .filter(|line| !rated.contains_key(&line.id))
        .map(|line| line.product_name.clone())
        .collect();
    let place = path(&tx, &order).filter(|_| !names.is_empty());
    let place = if has_left(&tx, &email).await? { None } else { place };
    let key = random_token(KEY_LENGTH);
    let request = review_request::ActiveModel {
        website_id: Set(tx.website().clone()),
        order_id: Set(id.clone()),
        person: Set(person(&tx, &email)),
        sealed_email: Set(tx.seal().close(email.as_bytes(), &owner(&tx))?),
        leave_hash: Set(token_hash_hex(&key)),
        written_on: Set(place.is_some().then(|| ctx.now())),
        has_left: Set(false),
    };
    match tx.insert(request).await {
        // Another process has decided.
        Err(DbError::Duplicate(_)) => return Ok(()),
        other => drop(other?),
    }
    if let Some(place) = place {
        let head = EmailContext::load(&tx, base_url).await?.in_language(language.as_deref());
        let number = order.summary.number.to_string();
        let about = ReviewRequest {
            number: &number,
            name: &order.summary.customer_name,
            products: &names,
            place: &place,
            key: &key,
        };
        stoa_email::queue(ctx, &tx, stoa_email::review_request(&head, &email, &about), id.as_str()).await?;
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

/// Review requests.
pub(crate) struct ReviewRequestEmails;

#[async_trait]
impl Subscription for ReviewRequestEmails {
    fn texts(&self) -> SubscribedTo {
        SubscribedTo::REVIEWS
    }

    async fn receiver_of(&self, tx: &TenantTx, key: &str) -> Result<Option<String>, CommerceError> {
        let known = review_request::Column::LeaveHash.eq(token_hash_hex(key));
        let Some(row) = tx.find::<review_request::Entity>().filter(known).one().await? else { return Ok(None) };
        let email = tx.seal().open(&row.sealed_email, &owner(tx))?;
        Ok(Some(String::from_utf8(email).map_err(|_| CipherError)?))
    }

    async fn stop(&self, tx: &TenantTx, email: &str) -> Result<(), CommerceError> {
        tx.update::<review_request::Entity>(review_request::Column::Person.eq(person(tx, email)))
            .set(review_request::Column::HasLeft, true)
            .exec()
            .await?;
        Ok(())
    }
}
