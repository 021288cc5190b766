//! What the link of a letter opens: a buyer rates what an order holds, each line once.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::order;
use stoa_entity::tenant::product_review::{ActiveModel, Column, Entity};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::error::Checks;
use stoa_kernel::id::{OrderId, OrderItemId, ProductReviewId};
use subtle::ConstantTimeEq as _;

use super::model::ReviewState;
use super::texts::{MOST_NAME, MOST_TEXT, fits, one_line, plain};
use crate::CommerceError;
use crate::catalogue::ProductType;
use crate::orders::{self, OrderItemView, OrderView};

/// What somebody is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Number of the order.
    pub order_number: i64,
    /// A name that the reviews could carry: the first one of the buyer.
    pub author: String,
    /// What can be rated, and what was.
    pub items: Vec<AskedItem>,
}

/// A line of the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedItem {
    /// Its id.
    pub id: OrderItemId,
    /// Name of the product.
    pub product_name: String,
    /// Chosen options, such as `M / Blue`.
    pub attributes_text: String,
    /// Address of its picture.
    pub image_url: Option<String>,
    /// What was said about it before.
    pub given: Option<Given>,
}

/// What was said about a line before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// One to five stars.
    pub rating: i32,
    /// Plain text; may be empty.
    pub text: String,
    /// Where it stands.
    pub state: ReviewState,
}

/// What a buyer sends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    /// Name under which the reviews are shown.
    pub author: String,
    /// What is said of each line; lines without stars and words are left for later.
    pub reviews: Vec<NewReview>,
}

/// What is said of one line, as it was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewReview {
    /// The line.
    pub order_item_id: String,
    /// `1` to `5`; empty for none.
    pub rating: String,
    /// Plain text.
    pub text: String,
}

/// The token of the link for an order.
pub fn token(tx: &TenantTx, order: &OrderId) -> String {
    let owner = format!("product-review {}", tx.website());
    let print = tx.seal().fingerprint(order.as_str().as_bytes(), &owner);
    // Nothing in it means something to an address.
    let print = print.replace('+', "-").replace('/', "_");
    format!("{order}-{}", print.trim_end_matches('='))
}

/// Where an order is rated; none while there is nothing to rate in it.
pub fn path(tx: &TenantTx, order: &OrderView) -> Option<String> {
    let sent = order.summary.fulfillment_status == "FULFILLED";
    let any = sent && ratable(order).next().is_some();
    any.then(|| format!("/commerce/reviews/{}", token(tx, &order.summary.id)))
}

/// What a token asks about.
///
/// # Errors
/// [`CommerceError::NotFound`] when the token opens nothing.
pub async fn asked(tx: &TenantTx, given: &str) -> Result<Asked, CommerceError> {
    let order = orders::complete(tx, opened(tx, given, false).await?).await?;
    let mut before = before(tx, &order.summary.id).await?;
    let items = ratable(&order).map(|line| AskedItem {
        given: before.remove(&line.id),
        id: line.id.clone(),
        product_name: line.product_name.clone(),
        attributes_text: line.attributes_text(),
        image_url: line.image_url.clone(),
    });
    let items = items.collect();
    let author = order.summary.customer_name.split_whitespace().next().unwrap_or_default().to_owned();
    Ok(Asked { order_number: order.summary.number, author, items })
}

/// Keeps what a buyer says until the shop has looked at it. Gives how many reviews were kept: what was rated before stays
/// as it is.
///
/// # Errors
/// [`CommerceError::NotFound`] when the token opens nothing; messages beside `author`, `reviews`, and `rating-…` and
/// `text-…` of a line.
pub async fn write(ctx: &TenantCtx, db: &TenantDb, given: &str, sent: Sent) -> Result<usize, CommerceError> {
    let tx = db.write().await?;
    // Who sends the same twice at one time waits here.
    let order = orders::complete(&tx, opened(&tx, given, true).await?).await?;
    let before = before(&tx, &order.summary.id).await?;
    let mut checks = Checks::default();
    let author = one_line(&sent.author);
    let mut fresh = Vec::new();
    let (mut known, mut strange) = (false, false);
    for review in &sent.reviews {
        let Some(line) = ratable(&order).find(|line| line.id.as_str() == review.order_item_id) else {
            strange = true;
            continue;
        };
        if before.contains_key(&line.id) {
            known = true;
            continue;
        }
        let text = plain(&review.text);
        if review.rating.is_empty() && text.is_empty() {
            continue;
        }
        let rating = review.rating.parse::<i32>().ok().filter(|rating| (1..=5).contains(rating));
        checks.require(rating.is_some(), &format!("rating-{}", line.id), "Choose one to five stars.");
        let fitting = fits(&text, MOST_TEXT);
        let message = format!("Use at most {MOST_TEXT} characters.");
        checks.require(fitting, &format!("text-{}", line.id), message);
        fresh.extend(rating.map(|rating| (line, rating, text)));
    }
    checks.require(!strange, "reviews", "This order has no such product.");
    if fresh.is_empty() {
        checks.require(known || strange, "reviews", "Choose the stars of at least one product.");
    } else {
        checks.require(!author.is_empty(), "author", "Enter the name that is shown with your review.");
        checks.require(fits(&author, MOST_NAME), "author", format!("Use at most {MOST_NAME} characters."));
    }
    checks.finish()?;
    let kept = fresh.len();
    for (line, rating, text) in fresh {
        tx.insert(row(ctx, &tx, (&order, line), (rating, author.clone(), text))).await?;
    }
    tx.commit().await?;
    Ok(kept)
}

fn row(
    ctx: &TenantCtx,
    tx: &TenantTx,
    (order, line): (&OrderView, &OrderItemView),
    (rating, author, text): (i32, String, String),
) -> ActiveModel {
    ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(ProductReviewId::generate()),
        product_id: Set(line.product_id.clone()),
        product_name: Set(line.product_name.clone()),
        order_id: Set(order.summary.id.clone()),
        order_item_id: Set(line.id.clone()),
        rating: Set(rating),
        author: Set(author),
        body: Set(text),
        state: Set(ReviewState::Awaiting.name().to_owned()),
        reply: Set(String::new()),
        replied_on: Set(None),
        created_on: Set(ctx.now_ms()),
        decided_on: Set(None),
    }
}

/// The order that a token opens.
async fn opened(tx: &TenantTx, given: &str, lock: bool) -> Result<order::Model, CommerceError> {
    let (id, _) = given.split_once('-').ok_or(CommerceError::NotFound)?;
    let row = orders::find(tx, id, lock).await?;
    let opens: bool = token(tx, &row.id).as_bytes().ct_eq(given.as_bytes()).into();
    if opens { Ok(row) } else { Err(CommerceError::NotFound) }
}

/// The lines of an order that can be rated: paid, and neither called off nor given back. A gift card is worth what it is.
pub(super) fn ratable(order: &OrderView) -> impl Iterator<Item = &OrderItemView> {
    let summary = &order.summary;
    let is_paid = matches!(summary.payment_status.as_str(), "PAID" | "PARTIALLY_REFUNDED");
    let stands = is_paid && summary.fulfillment_status != "CANCELED" && order.donation.is_none();
    order.items.iter().filter(move |line| {
        stands && line.refunded_quantity < line.quantity && line.product_type != ProductType::GiftCard.code()
    })
}

/// What was said of the lines of an order.
pub(super) async fn before(tx: &TenantTx, order: &OrderId) -> Result<HashMap<OrderItemId, Given>, CommerceError> {
    let rows = tx.find::<Entity>().filter(Column::OrderId.eq(order.clone())).all().await?;
    rows.into_iter()
        .map(|row| {
            let given = Given { rating: row.rating, text: row.body, state: ReviewState::from_name(&row.state)? };
            Ok((row.order_item_id, given))
        })
        .collect()
}
