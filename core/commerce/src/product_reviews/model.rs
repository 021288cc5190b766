//! Product reviews as contributors see, filter and count them.

use stoa_entity::tenant::product_review;
use stoa_kernel::catalogue::ReviewState;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, ProductId, ProductReviewId};

/// A review as contributors see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// Its id.
    pub id: ProductReviewId,
    /// The product.
    pub product_id: ProductId,
    /// Name of the product at the time of purchase.
    pub product_name: String,
    /// The order.
    pub order_id: OrderId,
    /// One to five stars.
    pub rating: i32,
    /// Name under which it is shown.
    pub author: String,
    /// Plain text; may be empty.
    pub text: String,
    /// Its moderation state.
    pub state: ReviewState,
    /// The store's reply; empty for none.
    pub reply: String,
    /// When the reply was last changed.
    pub replied_on: Option<Timestamp>,
    /// When it was written.
    pub created_on: Timestamp,
    /// When it was published or rejected.
    pub decided_on: Option<Timestamp>,
}

impl From<product_review::Model> for Review {
    fn from(row: product_review::Model) -> Self {
        Self {
            state: row.state,
            id: row.id,
            product_id: row.product_id,
            product_name: row.product_name,
            order_id: row.order_id,
            rating: row.rating,
            author: row.author,
            text: row.body,
            reply: row.reply,
            replied_on: row.replied_on,
            created_on: row.created_on,
            decided_on: row.decided_on,
        }
    }
}

/// Filter for reviews.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewFilter {
    /// Moderation state; none for all.
    pub state: Option<ReviewState>,
    /// The product; none for all.
    pub product_id: Option<String>,
    /// Words of the product name, the text or the author's name; empty for all.
    pub search: String,
}

/// Number of reviews by moderation state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewCounts {
    /// Not moderated yet.
    pub awaiting: u64,
    /// Visible to visitors.
    pub published: u64,
    /// Not shown.
    pub rejected: u64,
}
