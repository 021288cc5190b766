//! Pages of the purchase process: cart, checkout, payment, and order.

use std::collections::HashMap;

use async_trait::async_trait;
use serde_json::{Value, json};
use stoa_commerce::CommerceError;
use stoa_commerce::catalogue::{self, ProductType};
use stoa_commerce::downloads::{DigitalPreview, PreviewFile};
use stoa_commerce::orders::{self, OrderItemView, OrderView};
use stoa_commerce::{cart, checkout, product_reviews, test_shoppers};
use stoa_kernel::id::AssetId;
use stoa_kernel::order::OrderPaymentStatus;
use stoa_messages::Texts;
use stoa_site::media::{self, Asset};

use super::fixed_pages::FixedPage;
use super::load::Loader;
use super::part::Part;
use super::{image, shop};
use crate::PageType;
use crate::RenderError;

/// Who reads an order: BCP 47 tag of the language, and the texts in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderReader<'a> {
    pub(super) language: &'a str,
    pub(super) texts: Texts<'a>,
}

/// The cart.
#[derive(Debug)]
pub(super) struct CartPage;

#[async_trait]
impl FixedPage for CartPage {
    fn paths(&self) -> &'static [&'static str] {
        &["/cart"]
    }

    fn template(&self) -> &'static str {
        "cart.item"
    }

    async fn load(&self, loader: &Loader<'_>, _: Texts<'_>) -> Result<Part, RenderError> {
        let part = Part::titled(self.template(), PageType::Cart, "cart", "storefront.cartTitle");
        loader.cart(part, "/cart").await
    }
}

/// The second form of the cart: the same data with its own page type, which themes can render differently.
#[derive(Debug)]
pub(super) struct CartV2Page;

#[async_trait]
impl FixedPage for CartV2Page {
    fn paths(&self) -> &'static [&'static str] {
        &["/cart/v2"]
    }

    fn template(&self) -> &'static str {
        "cart-v2.item"
    }

    async fn load(&self, loader: &Loader<'_>, _: Texts<'_>) -> Result<Part, RenderError> {
        let part = Part::titled(self.template(), PageType::CartV2, "cart-v2", "storefront.cartTitle");
        loader.cart(part, "/cart/v2").await
    }
}

/// The account: the same for everyone, since personal data is loaded by the browser.
#[derive(Debug)]
pub(super) struct AccountPage;

#[async_trait]
impl FixedPage for AccountPage {
    fn paths(&self) -> &'static [&'static str] {
        &[
            "/account",
            "/account/sign-in",
            "/account/register",
            "/account/forgot",
            "/account/reset",
            "/account/verify",
            "/account/orders",
            "/account/addresses",
            "/account/payment-methods",
        ]
    }

    fn template(&self) -> &'static str {
        "account.item"
    }

    async fn load(&self, _: &Loader<'_>, _: Texts<'_>) -> Result<Part, RenderError> {
        let mut part = Part::titled(self.template(), PageType::Page, "account", "storefront.account");
        part.path = "/account".to_owned();
        Ok(part)
    }
}

impl Loader<'_> {
    async fn cart(&self, mut part: Part, path: &str) -> Result<Part, RenderError> {
        let view = cart::view_in(self.ctx, self.tx, self.call.token("CART")).await?;
        let ids: Vec<AssetId> = view.entries.iter().filter_map(|entry| entry.image_id.clone()).collect();
        let images = image_values(&media::by_ids(self.tx, &ids).await?);
        part.path = path.to_owned();
        part.set("shoppingCart", shop::cart(&view, &|id| images.get(id).cloned()));
        Ok(part)
    }

    pub(super) async fn checkout_page(&self) -> Result<Part, RenderError> {
        let mut part = Part::titled("checkout.item", PageType::Checkout, "checkout", "storefront.checkoutTitle");
        part.path = "/checkout".to_owned();
        let Some(view) = &self.checkout else {
            part.set("checkout", json!({"cartToken": null, "cart": null}));
            return Ok(part);
        };
        let ids: Vec<AssetId> = view.cart.entries.iter().filter_map(|entry| entry.image_id.clone()).collect();
        let images = image_values(&media::by_ids(self.tx, &ids).await?);
        part.set("checkout", shop::checkout(view, &|id| images.get(id).cloned()));
        Ok(part)
    }

    /// Donation form of a product that accepts donations.
    pub(super) async fn donate(&self, item_id: &str, texts: Texts<'_>) -> Result<Part, RenderError> {
        let id = item_id.parse().map_err(|_| CommerceError::NotFound)?;
        let item = catalogue::item(self.tx, &id).await?;
        if item.donation.is_none() {
            return Err(CommerceError::NotFound.into());
        }
        let mut part = Part::plain("donate.item", PageType::Donate, "donate", &item.name);
        part.path = "/checkout/donate".to_owned();
        part.set("item", shop::product(&item, false, texts));
        Ok(part)
    }

    pub(super) async fn order_confirmed(
        &self,
        only: Option<PageType>,
        order_id: &str,
        auth_code: &str,
        reader: OrderReader<'_>,
    ) -> Result<Part, RenderError> {
        let order = orders::by_auth_code(self.tx, order_id, auth_code, self.by_tester()).await?;
        let kind = confirming(&order);
        if only.is_some_and(|only| only != kind) {
            return Err(CommerceError::NotFound.into());
        }
        let (template, class, title_key) = match kind {
            PageType::ContributionConfirmed => {
                ("contribution-confirmed.item", "contribution-confirmed", "storefront.donationReceivedTitle")
            }
            PageType::SubscriptionConfirmed => {
                ("subscription-confirmed.item", "subscription-confirmed", "storefront.subscriptionConfirmedTitle")
            }
            PageType::OrderReceived => ("order-received.item", "order-received", "storefront.orderReceivedTitle"),
            PageType::MembershipConfirmed => {
                ("membership-confirmed.item", "membership-confirmed", "storefront.membershipConfirmedTitle")
            }
            _ => ("order-confirmed.item", "order-confirmed", "storefront.orderStatusConfirmed"),
        };
        let mut part = Part::titled(template, kind, class, title_key);
        part.set("order", shop::order(&order, reader.language, reader.texts));
        Ok(part)
    }

    pub(super) async fn order_status(&self, token: &str, reader: OrderReader<'_>) -> Result<Part, RenderError> {
        let order = orders::by_status_token(self.tx, token, self.by_tester()).await?;
        let mut part =
            Part::titled("order-status.item", PageType::OrderStatus, "order-status", "storefront.orderTitle");
        part.set("order", shop::order(&order, reader.language, reader.texts));
        part.set("reviewsUrl", json!(product_reviews::path(self.tx, &order)));
        Ok(part)
    }

    /// Whether the visitor is a contributor who tests the store.
    fn by_tester(&self) -> bool {
        test_shoppers::is_tester(self.tx, self.call.token("TESTER"), self.ctx.now())
    }

    /// Preview of a digital product's files, for contributors.
    pub(super) fn digital_preview(preview: DigitalPreview) -> Part {
        let class = "digital-preview";
        let mut part = Part::plain("digital-preview.item", PageType::DigitalProductPreview, class, &preview.name);
        let file = |file: PreviewFile| {
            json!({
                "title": file.lesson.title,
                "kind": file.lesson.kind,
                "url": file.lesson.url,
                "filename": file.filename,
                "bytes": file.bytes,
            })
        };
        let files: Vec<Value> = preview.files.into_iter().map(file).collect();
        part.set("preview", json!({"title": preview.name, "hasLessons": preview.has_lessons, "files": files}));
        part
    }

    pub(super) async fn payment_confirm(&self, attempt_id: &str) -> Result<Part, RenderError> {
        let attempt = checkout::attempt_summary(self.tx, attempt_id).await?;
        let (class, title_key) = ("payment-confirm", "storefront.confirmPaymentTitle");
        let mut part = Part::titled("payment-confirm.item", PageType::OrderReceived, class, title_key);
        part.set("payment", shop::payment(&attempt));
        Ok(part)
    }
}

/// The page type of an order's confirmation.
fn confirming(order: &OrderView) -> PageType {
    let opens_lessons = |line: &OrderItemView| line.product_type == ProductType::Paywall.code();
    if order.donation.is_some() {
        PageType::ContributionConfirmed
    } else if order.items.iter().any(|line| line.subscription.is_some()) {
        PageType::SubscriptionConfirmed
    } else if order.summary.payment_status == OrderPaymentStatus::AwaitingPayment {
        PageType::OrderReceived
    } else if order.items.iter().any(opens_lessons) {
        PageType::MembershipConfirmed
    } else {
        PageType::OrderConfirmed
    }
}

fn image_values(assets: &HashMap<AssetId, Asset>) -> HashMap<String, Value> {
    assets.iter().map(|(id, asset)| (id.to_string(), image::of_asset(asset))).collect()
}
