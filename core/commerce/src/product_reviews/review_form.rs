//! Review form behind the link of the review request e-mail: a buyer rates the lines of an order, each once.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::product_review::{ActiveModel, Column, Entity};
use stoa_entity::tenant::{order, site};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::catalogue::ReviewState;
use stoa_kernel::error::Checks;
use stoa_kernel::id::{OrderId, OrderItemId, ProductReviewId};
use stoa_kernel::order::FulfillmentStatus;
use stoa_kernel::{TenantCtx, boxed};
use stoa_messages::Catalogue;
use stoa_wording::wording_in;
use subtle::ConstantTimeEq as _;

use super::texts::{MAX_NAME, MAX_TEXT, fits, found_by, one_line, plain};
use crate::CommerceError;
use crate::catalogue::ProductType;
use crate::orders::{self, OrderItemView, OrderView};

/// Data of the review form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewForm {
    /// Number of the order.
    pub order_number: i64,
    /// Suggested author name: the buyer's first name.
    pub author: String,
    /// The lines that can be rated, with existing reviews.
    pub items: Vec<ReviewFormItem>,
}

/// A line of the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewFormItem {
    /// Its id.
    pub id: OrderItemId,
    /// Name of the product.
    pub product_name: String,
    /// Chosen options, such as `M / Blue`.
    pub attributes_text: String,
    /// URL of its image.
    pub image_url: Option<String>,
    /// Its existing review.
    pub existing: Option<ExistingReview>,
}

/// An existing review of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExistingReview {
    /// One to five stars.
    pub rating: i32,
    /// Plain text; may be empty.
    pub text: String,
    /// Its moderation state.
    pub state: ReviewState,
}

/// A submitted review form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubmittedReviews {
    /// Name under which the reviews are shown.
    pub author: String,
    /// A review per line; lines without rating and text are skipped.
    pub reviews: Vec<NewReview>,
    /// BCP 47 tag of the language of the page; none for that of the site.
    pub language: Option<String>,
}

/// A submitted review of one line, unvalidated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewReview {
    /// The line.
    pub order_item_id: String,
    /// `1` to `5`; empty for none.
    pub rating: String,
    /// Plain text.
    pub text: String,
}

/// The token of an order's review link.
pub fn token(tx: &TenantTx, order: &OrderId) -> String {
    let owner = format!("product-review {}", tx.website());
    let print = tx.seal().fingerprint(order.as_str().as_bytes(), &owner);
    // Replace the base64 characters that are special in URLs.
    let print = print.replace('+', "-").replace('/', "_");
    format!("{order}-{}", print.trim_end_matches('='))
}

/// Path of an order's review form; none while nothing can be rated.
pub fn path(tx: &TenantTx, order: &OrderView) -> Option<String> {
    let sent = order.summary.fulfillment_status == FulfillmentStatus::Fulfilled;
    let any = sent && reviewable_lines(order).next().is_some();
    any.then(|| format!("/commerce/reviews/{}", token(tx, &order.summary.id)))
}

/// The review form of a token.
///
/// # Errors
/// [`CommerceError::NotFound`] when the token is invalid.
#[boxed]
pub async fn review_form(tx: &TenantTx, token: &str) -> Result<ReviewForm, CommerceError> {
    let order = orders::complete(tx, order_of(tx, token, false).await?).await?.for_customer();
    let mut existing = existing_reviews(tx, &order.summary.id).await?;
    let items = reviewable_lines(&order).map(|line| ReviewFormItem {
        existing: existing.remove(&line.id),
        id: line.id.clone(),
        product_name: line.product_name.clone(),
        attributes_text: line.attributes_text(),
        image_url: line.image_url.clone(),
    });
    let items = items.collect();
    let author = order.summary.customer_name.split_whitespace().next().unwrap_or_default().to_owned();
    Ok(ReviewForm { order_number: order.summary.number, author, items })
}

/// Stores submitted reviews for moderation. Returns the number of reviews stored: lines that were reviewed before are
/// skipped.
///
/// # Errors
/// [`CommerceError::NotFound`] when the token is invalid; errors of the fields `author`, `reviews`, and `rating-…` and
/// `text-…` of a line, in the language of the reader.
#[boxed]
pub async fn submit(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: &str,
    submitted: SubmittedReviews,
) -> Result<usize, CommerceError> {
    let tx = db.write().await?;
    // Concurrent submissions of the same form wait for this lock.
    let order = orders::complete(&tx, order_of(&tx, token, true).await?).await?;
    let existing = existing_reviews(&tx, &order.summary.id).await?;
    let site = tx.find::<site::Entity>().one().await?.ok_or(CommerceError::NotFound)?;
    let catalogue = Catalogue::for_reader(submitted.language.as_deref(), &site.language);
    let wording = wording_in(&tx, site.texts_stamp.as_deref(), catalogue).await?;
    let texts = wording.texts();
    let too_long = |limit: usize| texts.format("sitePage.reviewTooLong", &[("count", (&limit.to_string()).into())]);
    let mut checks = Checks::default();
    let author = one_line(&submitted.author);
    let mut fresh = Vec::new();
    let (mut already_reviewed, mut unknown) = (false, false);
    for review in &submitted.reviews {
        let Some(line) = reviewable_lines(&order).find(|line| line.id.as_str() == review.order_item_id) else {
            unknown = true;
            continue;
        };
        if existing.contains_key(&line.id) {
            already_reviewed = true;
            continue;
        }
        let text = plain(&review.text);
        if review.rating.is_empty() && text.is_empty() {
            continue;
        }
        let rating = review.rating.parse::<i32>().ok().filter(|rating| (1..=5).contains(rating));
        checks.require(rating.is_some(), &format!("rating-{}", line.id), texts.text("sitePage.reviewStars"));
        checks.require(fits(&text, MAX_TEXT), &format!("text-{}", line.id), too_long(MAX_TEXT));
        fresh.extend(rating.map(|rating| (line, CheckedReview { rating, author: author.clone(), text })));
    }
    checks.require(!unknown, "reviews", texts.text("sitePage.reviewOtherProduct"));
    if fresh.is_empty() {
        checks.require(already_reviewed || unknown, "reviews", texts.text("sitePage.reviewNothing"));
    } else {
        checks.require(!author.is_empty(), "author", texts.text("sitePage.reviewName"));
        checks.require(fits(&author, MAX_NAME), "author", too_long(MAX_NAME));
    }
    checks.finish()?;
    let count = fresh.len();
    for (line, review) in fresh {
        tx.insert(row(ctx, &tx, &order, line, review)).await?;
    }
    tx.commit().await?;
    Ok(count)
}

/// A review of a line, checked.
struct CheckedReview {
    rating: i32,
    author: String,
    text: String,
}

fn row(ctx: &TenantCtx, tx: &TenantTx, order: &OrderView, line: &OrderItemView, review: CheckedReview) -> ActiveModel {
    let CheckedReview { rating, author, text } = review;
    ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(ProductReviewId::generate()),
        product_id: Set(line.product_id.clone()),
        product_name: Set(line.product_name.clone()),
        order_id: Set(order.summary.id.clone()),
        order_item_id: Set(line.id.clone()),
        rating: Set(rating),
        searched: Set(found_by(&line.product_name, &text, &author)),
        author: Set(author),
        body: Set(text),
        state: Set(ReviewState::Awaiting),
        reply: Set(String::new()),
        replied_on: Set(None),
        created_on: Set(ctx.now()),
        decided_on: Set(None),
    }
}

/// The order of a token.
async fn order_of(tx: &TenantTx, given: &str, lock: bool) -> Result<order::Model, CommerceError> {
    let (id, _) = given.split_once('-').ok_or(CommerceError::NotFound)?;
    let id: OrderId = id.parse().map_err(|_| CommerceError::NotFound)?;
    let row = orders::find(tx, &id, lock).await?;
    let is_genuine: bool = token(tx, &row.id).as_bytes().ct_eq(given.as_bytes()).into();
    if is_genuine { Ok(row) } else { Err(CommerceError::NotFound) }
}

/// The lines of an order that can be rated: paid, and neither cancelled nor refunded. Gift cards are excluded.
pub(super) fn reviewable_lines(order: &OrderView) -> impl Iterator<Item = &OrderItemView> {
    let stands = order.summary.entitles_customer() && order.donation.is_none();
    order.items.iter().filter(move |line| {
        stands && line.refunded_quantity < line.quantity && line.product_type != ProductType::GiftCard.code()
    })
}

/// Existing reviews of an order's lines.
pub(super) async fn existing_reviews(
    tx: &TenantTx,
    order: &OrderId,
) -> Result<HashMap<OrderItemId, ExistingReview>, CommerceError> {
    let rows = tx.find::<Entity>().filter(Column::OrderId.eq(order.clone())).all().await?;
    rows.into_iter()
        .map(|row| {
            let review = ExistingReview { rating: row.rating, text: row.body, state: row.state };
            Ok((row.order_item_id, review))
        })
        .collect()
}
