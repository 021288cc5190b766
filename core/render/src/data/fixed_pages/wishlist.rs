//! The wishlist page: the visitor's products with their present prices and stock.

use async_trait::async_trait;
use serde_json::{Value, json};
use stoa_commerce::wishlists;
use stoa_kernel::Actor;
use stoa_messages::Texts;

use super::FixedPage;
use crate::data::load::Loader;
use crate::data::part::Part;
use crate::data::shop;
use crate::{PageType, RenderError};

#[derive(Debug)]
pub(super) struct WishlistPage;

#[async_trait]
impl FixedPage for WishlistPage {
    fn paths(&self) -> &'static [&'static str] {
        &["/wishlist"]
    }

    fn template(&self) -> &'static str {
        "wishlist.item"
    }

    async fn load(&self, loader: &Loader<'_>, texts: Texts<'_>) -> Result<Part, RenderError> {
        let list = wishlists::view(loader.ctx, loader.tx, loader.call.token("WISHLIST")).await?;
        let items: Vec<Value> = list
            .items
            .iter()
            .map(|item| {
                let mut value = shop::product(item, false, texts);
                // What has to be chosen or filled in first is bought on its own page.
                let only = item.variants.first().filter(|_| item.variants.len() == 1);
                let is_plain = item.additional_fields.is_empty() && item.donation.is_none() && !item.sold_out();
                let sku = only.filter(|_| is_plain && !item.is_subscribable()).map(|variant| &variant.sku);
                if let Some(value) = value.as_object_mut() {
                    value.insert("onlySku".to_owned(), json!(sku));
                }
                value
            })
            .collect();
        let mut part = Part::titled(self.template(), PageType::Page, "wishlist", "storefront.wishlist");
        part.path = "/wishlist".to_owned();
        part.set(
            "wishlist",
            json!({
                "items": items,
                "wantsEmails": list.wants_emails,
                "canGetEmails": list.can_get_emails,
                "isMember": matches!(loader.ctx.actor(), Actor::SiteUser(_)),
                "crumb": loader.call.token("crumb").unwrap_or_default(),
            }),
        );
        Ok(part)
    }
}
