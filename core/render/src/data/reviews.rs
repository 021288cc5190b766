//! Product reviews: shown with a product, and the review form.

use serde_json::{Value, json};
use stoa_commerce::catalogue::CatalogueItem;
use stoa_commerce::product_reviews::{self, MAX_NAME, MAX_TEXT, ReviewForm, ReviewFormItem, ShownReview};
use stoa_kernel::catalogue::ReviewState;
use stoa_kernel::page::PageRequest;
use stoa_messages::Texts;

use super::load::Loader;
use super::part::Part;
use crate::PageType;
use crate::RenderError;
use crate::page_call::InvalidFormInput;

/// Number of reviews on a product page; older ones are behind a link.
const REVIEWS: u64 = 10;

impl Loader<'_> {
    /// Adds the reviews to a product page, if there are any.
    pub(super) async fn reviews(&self, part: &mut Part, item: &CatalogueItem) -> Result<(), RenderError> {
        part.tags.push(product_reviews::tag(item.id.as_str()));
        let request = PageRequest::new(self.query.cursor.clone(), Some(REVIEWS));
        let (ratings, page) = product_reviews::of_product(self.tx, &item.id, &request).await?;
        if ratings.count == 0 {
            return Ok(());
        }
        let tenths = ratings.tenths();
        part.set(
            "reviews",
            json!({
                "count": ratings.count,
                "average": format!("{}.{}", tenths / 10, tenths % 10),
                "percent": tenths * 2,
                "items": page.items.iter().map(shown).collect::<Vec<_>>(),
                "nextUrl": page.next_cursor.map(|cursor| format!("{}?cursor={cursor}#reviews", part.path)),
                "firstUrl": request.cursor.map(|_| format!("{}#reviews", part.path)),
            }),
        );
        Ok(())
    }

    /// Review form for the items of an order.
    pub(super) async fn reviews_request(
        &self,
        token: &str,
        said: Option<&str>,
        texts: Texts<'_>,
    ) -> Result<Part, RenderError> {
        let review_form = product_reviews::review_form(self.tx, token).await?;
        let class = "reviews-request";
        let mut part =
            Part::titled("reviews-request.item", PageType::ReviewsRequest, class, "storefront.reviewPurchase");
        let none = InvalidFormInput::default();
        let form = self.call.form.as_ref().unwrap_or(&none);
        part.set("asked", request(&review_form, form, said, texts));
        Ok(part)
    }
}

fn shown(review: &ShownReview) -> Value {
    json!({
        "id": review.id,
        "rating": review.rating,
        "percent": review.rating * 20,
        "author": review.author,
        "text": review.text,
        "reply": review.reply,
        "createdOn": review.created_on,
    })
}

fn request(review_form: &ReviewForm, form: &InvalidFormInput, said: Option<&str>, texts: Texts<'_>) -> Value {
    let open = review_form.items.iter().any(|item| item.existing.is_none());
    json!({
        "orderNumber": review_form.order_number,
        "author": form.values.get("author").unwrap_or(&review_form.author),
        "authorProblem": form.problems.get("author"),
        "problem": form.problems.get("reviews"),
        "hasProblems": !form.problems.is_empty(),
        "thanks": said == Some("thanks"),
        "known": said == Some("known"),
        "isOpen": open,
        "mostName": MAX_NAME,
        "mostText": MAX_TEXT,
        "items": review_form.items.iter().map(|item| line(item, form, texts)).collect::<Vec<_>>(),
    })
}

fn line(item: &ReviewFormItem, form: &InvalidFormInput, texts: Texts<'_>) -> Value {
    let (rating, text) = (format!("rating-{}", item.id), format!("text-{}", item.id));
    let chosen = form.values.get(&rating).map(String::as_str).unwrap_or_default();
    // Themes from before the catalogues print `label`.
    let label = |stars: i64| texts.format("storefront.starCount", &[("count", stars.into())]);
    let stars: Vec<Value> = (1_i64..=5)
        .map(|stars| json!({"value": stars, "label": label(stars), "checked": chosen == stars.to_string()}))
        .collect();
    json!({
        "id": item.id,
        "productName": item.product_name,
        "attributesText": item.attributes_text,
        "imageUrl": item.image_url,
        "given": item.existing.as_ref().map(|existing| {
            json!({
                "rating": existing.rating,
                "percent": existing.rating * 20,
                "text": existing.text,
                "isShown": existing.state == ReviewState::Published,
            })
        }),
        "stars": stars,
        "text": form.values.get(&text),
        "ratingProblem": form.problems.get(&rating),
        "textProblem": form.problems.get(&text),
    })
}
