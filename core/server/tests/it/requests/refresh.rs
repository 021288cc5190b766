//! Reads values again that other operations may have changed: revisions, prices, tokens.

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::resources::versioned_design;
use super::{KnownResources, Route};
use crate::client::Client;
use crate::shop;

/// A value that operations change, and that the paths or bodies of others contain.
#[derive(Clone, Copy, Debug)]
enum Changing {
    Checkout,
    Design,
    Discount,
    EmailTexts,
    Experiment,
    HeaderFooter,
    Item,
    Page,
    PageSettings,
    PaymentSettings,
    Plan,
    PriceList,
    Product,
    Redirect,
    Settings,
    StockLevel,
    StoreSettings,
    Tax,
    TemplateFiles,
    WebsiteSettings,
    Zone,
    ZoneOrder,
}

const ALL: [Changing; 22] = [
    Changing::Product,
    Changing::Page,
    Changing::PageSettings,
    Changing::Item,
    Changing::Redirect,
    Changing::Experiment,
    Changing::Settings,
    Changing::WebsiteSettings,
    Changing::StoreSettings,
    Changing::EmailTexts,
    Changing::Discount,
    Changing::PriceList,
    Changing::Tax,
    Changing::Zone,
    Changing::ZoneOrder,
    Changing::PaymentSettings,
    Changing::StockLevel,
    Changing::Plan,
    Changing::TemplateFiles,
    Changing::Design,
    Changing::HeaderFooter,
    Changing::Checkout,
];

impl Route {
    /// The changing values that its path or body contains.
    fn contents(&self) -> Vec<Changing> {
        let mut contents = match self.id.as_str() {
            "design_save" | "design_publish" | "design_discard" => vec![Changing::Design],
            "discounts_update" | "discounts_delete" => vec![Changing::Discount],
            "mail_texts_save" | "mail_texts_preview" => vec![Changing::EmailTexts],
            "experiment_update" => vec![Changing::Experiment],
            "header_footer_draft_save"
            | "header_footer_draft_publish"
            | "header_footer_draft_discard"
            | "header_footer_draft_step"
            | "header_footer_version_restore" => vec![Changing::HeaderFooter],
            "item_save" => vec![Changing::Item],
            "page_save" | "page_publish" | "page_preview" | "page_operations_submit" => vec![Changing::Page],
            "page_settings_save" => vec![Changing::PageSettings],
            "payment_settings_save" => vec![Changing::PaymentSettings],
            "subscription_plans_save" => vec![Changing::Plan],
            "price_lists_update" | "price_lists_delete" => vec![Changing::PriceList],
            "products_update"
            | "products_set_stock"
            | "cart_add_entry"
            | "cart_buy_now"
            | "cart_donate"
            | "cart_subscribe"
            | "cart_update_additional_fields" => vec![Changing::Product],
            "redirects_update" => vec![Changing::Redirect],
            "settings_save" => vec![Changing::Settings],
            "inventory_set" => vec![Changing::StockLevel],
            "store_settings_save" => vec![Changing::StoreSettings],
            "taxes_update" | "taxes_delete" => vec![Changing::Tax],
            "template_file_save" | "template_file_remove" | "template_files_publish" | "template_version_restore" => {
                vec![Changing::TemplateFiles]
            }
            "website_settings_save" => vec![Changing::WebsiteSettings],
            "shipping_zones_update" | "shipping_zones_delete" => vec![Changing::Zone],
            "shipping_zones_arrange" => vec![Changing::ZoneOrder],
            _ => Vec::new(),
        };
        if self.parameters().contains(&"seq") {
            contents.push(Changing::Page);
        }
        if !self.contributor && ["cart", "checkout"].iter().any(|word| self.path.contains(word)) {
            contents.push(Changing::Checkout);
        }
        contents
    }
}

impl KnownResources {
    /// Reads all values again.
    pub(crate) async fn refresh(&mut self, owner: &mut Client, shopper: &mut Client) -> Result<()> {
        for value in ALL {
            self.read(value, owner, shopper).await?;
        }
        Ok(())
    }

    /// Reads the values again that the path or the body of an operation contains.
    pub(crate) async fn refresh_for(&mut self, route: &Route, owner: &mut Client, shopper: &mut Client) -> Result<()> {
        for value in route.contents() {
            self.read(value, owner, shopper).await?;
        }
        Ok(())
    }

    async fn read(&mut self, value: Changing, owner: &mut Client, shopper: &mut Client) -> Result<()> {
        let base = format!("/api/v1/websites/{}", self.ids["websiteId"]);
        match value {
            Changing::Checkout => self.read_checkout(owner, shopper).await?,
            Changing::Design => self.design = versioned_design(owner, &base).await?,
            Changing::Discount => {
                let path = format!("{base}/discounts/{}", self.ids["discountId"]);
                read_again(owner, &path, &mut self.discount).await?;
            }
            Changing::EmailTexts => {
                let texts = owner.get(&format!("{base}/mail/texts/order-confirmed/de")).await?.expect(200)?;
                self.email_revision = texts["revision"].clone();
            }
            Changing::Experiment => {
                let path = format!("{base}/experiments/{}", self.ids["experimentId"]);
                read_again(owner, &path, &mut self.experiment).await?;
            }
            Changing::HeaderFooter => {
                self.header_footer = owner.get(&format!("{base}/header-footer/draft")).await?.expect(200)?;
            }
            Changing::Item => {
                self.item = owner.get(&format!("{base}/items/{}", self.ids["postItemId"])).await?.expect(200)?;
            }
            Changing::Page => {
                self.page = owner.get(&format!("{base}/pages/{}", self.ids["pageId"])).await?.expect(200)?;
                self.ids.insert("seq", self.page["revision"].to_string());
            }
            Changing::PageSettings => {
                let path = format!("{base}/pages/{}/settings", self.ids["pageId"]);
                self.page_settings = owner.get(&path).await?.expect(200)?;
            }
            Changing::PaymentSettings => {
                self.payment_settings = owner.get(&format!("{base}/payment-settings")).await?.expect(200)?;
            }
            Changing::Plan => {
                let path = self.product["path"].as_str().context("no path")?;
                self.plan = owner.get(&format!("{path}/subscription-plan")).await?.expect(200)?["plan"].clone();
            }
            Changing::PriceList => {
                let path = format!("{base}/price-lists/{}", self.ids["priceListId"]);
                read_again(owner, &path, &mut self.price_list).await?;
            }
            Changing::Product => {
                let path = self.product["path"].as_str().context("no path")?.to_owned();
                self.product = owner.get(&path).await?.expect(200)?;
                self.product["path"] = json!(path);
            }
            Changing::Redirect => {
                let redirects = owner.get(&format!("{base}/redirects")).await?.expect(200)?;
                let redirects = redirects["redirects"].as_array().context("no redirects")?;
                if let Some(redirect) = redirects.iter().find(|redirect| redirect["id"] == self.redirect["id"]) {
                    self.redirect = redirect.clone();
                }
            }
            Changing::Settings => self.settings = owner.get(&format!("{base}/settings")).await?.expect(200)?,
            Changing::StockLevel => {
                let path = format!("{base}/inventory/{}", self.ids["variantId"]);
                self.stock_level = owner.get(&path).await?.expect(200)?;
            }
            Changing::StoreSettings => {
                self.store_settings = owner.get(&format!("{base}/store-settings")).await?.expect(200)?;
            }
            Changing::Tax => {
                let path = format!("{base}/taxes/{}", self.ids["taxId"]);
                read_again(owner, &path, &mut self.tax).await?;
            }
            Changing::TemplateFiles => {
                let files = format!("{base}/template-files");
                self.template_file = owner.get(&format!("{files}/{}", self.ids["filePath"])).await?.expect(200)?;
                self.template_set = owner.get(&files).await?.expect(200)?;
            }
            Changing::WebsiteSettings => {
                self.website_settings = owner.get(&format!("{base}/website-settings")).await?.expect(200)?;
            }
            Changing::Zone => {
                let path = format!("{base}/shipping-zones/{}", self.ids["zoneId"]);
                read_again(owner, &path, &mut self.zone).await?;
            }
            Changing::ZoneOrder => {
                let zones = owner.get(&format!("{base}/shipping-zones")).await?.expect(200)?;
                let zones = zones["zones"].as_array().context("no zones")?;
                self.zone_ids = zones.iter().map(|zone| zone["id"].clone()).collect();
            }
        }
        Ok(())
    }

    /// The checkout of the shopper, with a coupon.
    async fn read_checkout(&mut self, owner: &mut Client, shopper: &mut Client) -> Result<()> {
        let mut checkout = format!("/api/2/commerce/checkout/{}", self.ids["cartToken"]);
        // After sign-out the browser is another shopper, to whom the checkout does not belong.
        if shopper.get(&checkout).await?.status == 404 {
            let bowl = shop::product_of(owner, &self.ids["websiteId"], "everyday-bowl").await?;
            shop::add(shopper, &bowl, &shop::in_stock(&bowl), 1).await?.expect(200)?;
            let begun = shop::prepare(shopper, "US").await?;
            let token = begun["cartToken"].as_str().context("no token")?.to_owned();
            checkout = format!("/api/2/commerce/checkout/{token}");
            self.ids.insert("cartToken", token);
        }
        shopper.post(&format!("{checkout}/coupons"), &json!({"promoCode": "welcome10"})).await?;
        self.checkout = shopper.get(&checkout).await?.expect(200)?;
        Ok(())
    }
}

/// Reads a resource again, unless an operation has deleted it.
async fn read_again(owner: &mut Client, path: &str, known: &mut Value) -> Result<()> {
    let seen = owner.get(path).await?;
    if seen.status == 200 {
        *known = seen.json();
    }
    Ok(())
}
