//! What visitors see of reviews with a product.

use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::TenantTx;
use stoa_entity::tenant::product_review::{Column, Entity};
use stoa_kernel::id::{ProductId, ProductReviewId};
use stoa_kernel::page::{Page, PageRequest};

use super::model::ReviewState;
use crate::CommerceError;

/// What a product was rated, by everybody whose review is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratings {
    /// How many.
    pub count: i64,
    /// All stars together.
    pub stars: i64,
}

impl Ratings {
    /// The stars in the middle, in tenths: 45 for four and a half.
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
    /// Name of who wrote it.
    pub author: String,
    /// Plain text; may be empty.
    pub text: String,
    /// What the shop answers; empty for nothing.
    pub reply: String,
    /// When it was written, UTC milliseconds.
    pub created_on: i64,
}

/// Pages that show reviews of this product carry the tag.
pub fn tag(product_id: &str) -> String {
    format!("reviews:{product_id}")
}

#[derive(FromQueryResult)]
struct Counted {
    rating: i32,
    count: i64,
}

/// The reviews of a product that are shown, the latest first, and what they come to.
///
/// # Errors
/// When the database refuses.
pub async fn of_product(
    tx: &TenantTx,
    product: &ProductId,
    request: &PageRequest,
) -> Result<(Ratings, Page<ShownReview>), CommerceError> {
    let shown = || {
        tx.find::<Entity>()
            .filter(Column::ProductId.eq(product.clone()))
            .filter(Column::State.eq(ReviewState::Published.name()))
    };
    let counted: Vec<Counted> = shown().grouped(&[Column::Rating], vec![(Column::Id.count(), "count")]).await?;
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
    fn the_middle_is_rounded_to_tenths() {
        for (count, stars, tenths) in [(0, 0, 0), (1, 5, 50), (2, 9, 45), (3, 14, 47), (3, 13, 43)] {
            assert_eq!(Ratings { count, stars }.tenths(), tenths, "{stars} stars of {count}");
        }
    }
}
