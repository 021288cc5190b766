//! Reviews shown to visitors with a product.

use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::TenantTx;
use stoa_entity::tenant::product_review::{Column, Entity};
use stoa_kernel::boxed;
use stoa_kernel::catalogue::ReviewState;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{ProductId, ProductReviewId};
use stoa_kernel::page::{Page, PageRequest};

use crate::CommerceError;

/// Summary of a product's published reviews.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratings {
    /// Number of reviews.
    pub count: i64,
    /// Sum of all stars.
    pub stars: i64,
}

impl Ratings {
    /// Average rating in tenths: 45 for four and a half stars.
    pub fn tenths(self) -> i64 {
        if self.count == 0 { 0 } else { (self.stars * 10 + self.count / 2) / self.count }
    }
}

/// A review as visitors see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownReview {
    /// Its id.
    pub id: ProductReviewId,
    /// One to five stars.
    pub rating: i32,
    /// Name of the author.
    pub author: String,
    /// Plain text; may be empty.
    pub text: String,
    /// The store's reply; empty for none.
    pub reply: String,
    /// When it was written.
    pub created_on: Timestamp,
}

/// Cache tag of pages that show reviews of this product.
pub fn tag(product_id: &str) -> String {
    format!("reviews:{product_id}")
}

#[derive(FromQueryResult)]
struct RatingCount {
    rating: i32,
    count: i64,
}

/// The published reviews of a product, newest first, and their summary.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn of_product(
    tx: &TenantTx,
    product: &ProductId,
    request: &PageRequest,
) -> Result<(Ratings, Page<ShownReview>), CommerceError> {
    let shown = || {
        tx.find::<Entity>()
            .filter(Column::ProductId.eq(product.clone()))
            .filter(Column::State.eq(ReviewState::Published))
    };
    let counted: Vec<RatingCount> = shown().aggregate(&[Column::Rating], vec![(Column::Id.count(), "count")]).await?;
    let ratings = counted.iter().fold(Ratings::default(), |sum, row| Ratings {
        count: sum.count + row.count,
        stars: sum.stars + i64::from(row.rating) * row.count,
    });
    if ratings.count == 0 {
        return Ok((ratings, Page { items: Vec::new(), next_cursor: None }));
    }
    let mut find = shown().order_by_desc(Column::Id).limit(request.limit() + 1);
    if let Some(cursor) = &request.cursor {
        find = find.filter(Column::Id.lt(cursor.clone()));
    }
    let page = Page::from_rows(find.all().await?, request.limit(), |row| row.id.to_string());
    let page = page.map(|row| ShownReview {
        id: row.id,
        rating: row.rating,
        author: row.author,
        text: row.body,
        reply: row.reply,
        created_on: row.created_on,
    });
    Ok((ratings, page))
}

#[cfg(test)]
mod tests {
    use super::Ratings;

    #[test]
    fn average_rating_rounds_to_tenths() {
        for (count, stars, tenths) in [(0, 0, 0), (1, 5, 50), (2, 9, 45), (3, 14, 47), (3, 13, 43)] {
            assert_eq!(Ratings { count, stars }.tenths(), tenths, "{stars} stars of {count}");
        }
    }
}
