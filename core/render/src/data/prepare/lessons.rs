//! A paywall with its lessons, as its block gets them.

use serde_json::{Value, json};
use stoa_commerce::catalogue::{self, ProductType};
use stoa_commerce::lessons;
use stoa_kernel::id::ProductId;

use super::{Preparing, number, text};
use crate::RenderError;
use crate::data::shop;

/// Upper bound of the number of lessons of a paywall.
const MAX_LESSONS: usize = 99;

impl Preparing<'_> {
    /// The paywall of the setting and the titles of its lessons; their URLs are shown only to buyers.
    pub(super) async fn lessons(self) -> Result<Value, RenderError> {
        let Some(id) = text(self.settings, "product").and_then(|id| id.parse::<ProductId>().ok()) else {
            return Ok(Value::Null);
        };
        self.tags.insert(format!("product:{id}"));
        let found = catalogue::items(self.tx, std::slice::from_ref(&id)).await?;
        let Some(item) = found.first() else { return Ok(Value::Null) };
        if item.kind() != Some(ProductType::Paywall) {
            return Ok(json!({"problem": "Choose a paywall product."}));
        }
        let titles = lessons::titles(self.tx, &id).await?;
        let one = number(self.settings, "lesson", 0..=MAX_LESSONS);
        let shown = titles.into_iter().enumerate().filter(|(place, _)| one == 0 || place + 1 == one);
        let shown: Vec<Value> = shown.map(|(place, title)| json!({"number": place + 1, "title": title})).collect();
        if shown.is_empty() {
            return Ok(json!({"problem": "Add the videos to the product first."}));
        }
        let product = shop::product(item, self.around.multiple_quantity_for_services, self.around.texts);
        Ok(json!({"product": product, "lessons": shown}))
    }
}
