//! Settings, pictures, pages and store of a site.

use sea_orm::ActiveValue::{NotSet, Set};
use serde_json::{Value, json};
use stoa_commerce::load_seed::{Random, SALES_TAX, SALES_TAX_BASIS_POINTS, ShopSetting, ShopSize, shipping_options};
use stoa_commerce::shipping_zones::{ShippingOption, ZonePlace};
use stoa_entity::TenantDb;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::payment_setting::MethodChoice;
use stoa_entity::tenant::{asset, collection, discount, payment_setting, shipping_zone, site, tax_rule};
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::content::{CollectionKind, CollectionType};
use stoa_kernel::id::{AssetId, CollectionId, DiscountId, ShippingZoneId, TaxRuleId};
use stoa_kernel::money::Cents;
use stoa_kernel::payment::CaptureMode;
use stoa_site::media::{Media, NewAsset, shared_row, store_shared_image};

use super::SeedOrder;
use super::pages::{home, page};
use super::shares::SiteShare;
use crate::seed::percent_off;

/// Pages in the main navigation, besides the store.
const NAVIGATION: usize = 4;
/// Pages written with one statement.
const PAGES: usize = 200;
/// The site is older than its orders by this much.
const OLDER_MS: i64 = 400 * DAY_MS;
/// Percentage of orders that were paid by transfer, so that reports, which leave out test orders, have something to sum.
const TRANSFER_PERCENT: u64 = 25;
/// A discount code that works in each shop: 10 % off.
const CODE: &str = "LOAD10";

/// A site that is made, and with what.
#[derive(Clone, Copy)]
pub(super) struct SiteContent<'a> {
    pub(super) order: &'a SeedOrder,
    pub(super) number: usize,
    pub(super) share: SiteShare,
    pub(super) title: &'a str,
    pub(super) contact_email: &'a str,
    pub(super) password_hash: &'a str,
}

/// Kinds of sequences of random numbers, apart from those of the shop.
#[derive(Clone, Copy)]
enum Stream {
    Picture = 101,
    Page = 102,
    Price = 103,
}

/// Titles and addresses of a page.
struct PageNames {
    title: String,
    url_id: String,
    navigation_title: String,
}

impl SiteContent<'_> {
    fn random(&self, stream: Stream, number: usize) -> Random {
        Random::of(&[self.order.seed, self.number as u64, stream as u64, number as u64])
    }

    fn opened_on(&self) -> Timestamp {
        self.order.at - OLDER_MS
    }

    /// Time part of ids.
    fn ms(&self) -> u64 {
        u64::try_from(self.opened_on().ms()).unwrap_or(0)
    }

    /// The store is the first page, the home page the second.
    fn page_id(&self, number: usize) -> CollectionId {
        CollectionId::from_parts(self.ms(), self.random(Stream::Page, number).id())
    }

    /// The pictures of the site. Their files are stored once for all sites.
    pub(super) async fn pictures(
        &self,
        ctx: &TenantCtx,
        media: &Media,
        pictures: &[NewAsset],
    ) -> anyhow::Result<Vec<(AssetId, asset::ActiveModel)>> {
        let mut rows = Vec::with_capacity(pictures.len());
        for (number, new) in pictures.iter().enumerate() {
            let stored = store_shared_image(ctx, media, &new.filename, new.bytes.clone()).await?;
            let id = AssetId::from_parts(self.ms(), self.random(Stream::Picture, number).id());
            let row = shared_row(ctx, &stored, id.clone(), new.clone())?;
            rows.push((id, asset::ActiveModel { created_on: Set(self.opened_on()), ..row }));
        }
        Ok(rows)
    }

    /// What its shop is made from.
    pub(super) fn shop(&self, pictures: Vec<AssetId>) -> ShopSetting {
        let SiteShare { products, orders, customers, .. } = self.share;
        ShopSetting {
            keys: vec![self.order.seed, self.number as u64],
            size: ShopSize { products, orders, customers },
            store: self.page_id(0),
            pictures,
            until: self.order.at,
            email_domain: format!("{}.invalid", self.order.identifier(self.number)),
            password_hash: self.password_hash.to_owned(),
            transfer_percent: TRANSFER_PERCENT,
        }
    }

    /// Writes all but the shop's rows, in short transactions; returns the number of pages.
    pub(super) async fn write(
        &self,
        db: &TenantDb,
        shop: &ShopSetting,
        assets: Vec<(AssetId, asset::ActiveModel)>,
    ) -> anyhow::Result<usize> {
        let tx = db.write().await?;
        tx.insert(self.site_row()).await?;
        tx.insert_many(assets.into_iter().map(|(_, row)| row).collect()).await?;
        tx.insert(self.store_row()).await?;
        tx.insert(self.home_row(shop)).await?;
        tx.insert_many(self.zone_rows()).await?;
        tx.insert(self.tax_row()).await?;
        tx.insert(self.discount_row()).await?;
        tx.insert(self.payment_row()).await?;
        tx.commit().await?;
        let numbers: Vec<usize> = (0..self.share.pages).collect();
        for some in numbers.chunks(PAGES) {
            let rows = some.iter().map(|number| self.page_row(shop, *number)).collect();
            let tx = db.write().await?;
            tx.insert_many(rows).await?;
            tx.commit().await?;
        }
        Ok(self.share.pages + 2)
    }

    fn site_row(&self) -> site::ActiveModel {
        let link = |number: usize| json!({"collectionId": self.page_id(number), "externalLink": null, "memberAreaId": null, "children": []});
        let others = (2..).take(self.share.pages.min(NAVIGATION));
        let main: Vec<Value> = std::iter::once(0).chain(others).map(link).collect();
        site::ActiveModel {
            website_id: NotSet,
            title: Set(self.title.to_owned()),
            tagline: Set("Made for load tests".to_owned()),
            description: Set("Everything on this site is made up.".to_owned()),
            language: Set("en-US".to_owned()),
            currency: Set("USD".to_owned()),
            time_zone: Set("America/New_York".to_owned()),
            theme: Set(self.order.theme.clone()),
            contact_email: Set(self.contact_email.to_owned()),
            logo_asset_id: Set(None),
            location: Set(JsonOf::default()),
            social_accounts: Set(JsonOf::default()),
            main_navigation: Set(Value::Array(main)),
            footer_navigation: Set(Value::Array(vec![link(0)])),
            store_settings: Set(json!({})),
            delivers_test_orders: Set(Some(true)),
            texts_stamp: Set(None),
            revision: Set(1),
            created_on: Set(self.opened_on()),
            updated_on: Set(self.opened_on()),
        }
    }

    fn collection_row(&self, number: usize, names: PageNames) -> collection::ActiveModel {
        collection::ActiveModel {
            website_id: NotSet,
            id: Set(self.page_id(number)),
            kind: Set(CollectionKind::Page),
            type_code: Set(CollectionType::Page.code()),
            title: Set(names.title),
            navigation_title: Set(names.navigation_title),
            url_id: Set(names.url_id),
            description: Set(String::new()),
            enabled: Set(true),
            is_home: Set(false),
            draft: Set(None),
            revision: Set(1),
            published: Set(None),
            published_revision: Set(Some(1)),
            published_on: Set(Some(self.opened_on())),
            seo_title: Set(String::new()),
            seo_description: Set(String::new()),
            position: Set(i32::try_from(number).unwrap_or(i32::MAX)),
            created_on: Set(self.opened_on()),
            updated_on: Set(self.opened_on()),
        }
    }

    fn store_row(&self) -> collection::ActiveModel {
        let names =
            PageNames { title: "Shop".to_owned(), url_id: "shop".to_owned(), navigation_title: "Shop".to_owned() };
        collection::ActiveModel {
            kind: Set(CollectionKind::Store),
            type_code: Set(CollectionType::Products.code()),
            description: Set("Everything that is ready to be sent.".to_owned()),
            ..self.collection_row(0, names)
        }
    }

    fn home_row(&self, shop: &ShopSetting) -> collection::ActiveModel {
        let document = home(&mut self.random(Stream::Page, 1), self.title, shop);
        let names =
            PageNames { title: self.title.to_owned(), url_id: "home".to_owned(), navigation_title: "Home".to_owned() };
        collection::ActiveModel {
            is_home: Set(true),
            draft: Set(Some(document.clone())),
            published: Set(Some(document)),
            ..self.collection_row(1, names)
        }
    }

    fn page_row(&self, shop: &ShopSetting, number: usize) -> collection::ActiveModel {
        let title = format!("Page {}", number + 1);
        let document = page(&mut self.random(Stream::Page, number + 2), &title, shop);
        let names = PageNames { url_id: format!("page-{}", number + 1), navigation_title: title.clone(), title };
        collection::ActiveModel {
            draft: Set(Some(document.clone())),
            published: Set(Some(document)),
            ..self.collection_row(number + 2, names)
        }
    }

    fn zone_rows(&self) -> Vec<shipping_zone::ActiveModel> {
        let elsewhere = shipping_options().into_iter().skip(1).map(|option| ShippingOption {
            id: "abroad".to_owned(),
            label: "By air, 7 to 12 business days".to_owned(),
            price_cents: Cents(2_800),
            ..option
        });
        let row = |number: usize, name: &str, country: &str, options: Vec<ShippingOption>| shipping_zone::ActiveModel {
            website_id: NotSet,
            id: Set(ShippingZoneId::from_parts(self.ms(), self.random(Stream::Price, number).id())),
            name: Set(name.to_owned()),
            places: Set(JsonOf(vec![ZonePlace { country: country.to_owned(), regions: Vec::new() }])),
            options: Set(JsonOf(options)),
            position: Set(i32::try_from(number).unwrap_or(0)),
            revision: Set(1),
            created_on: Set(self.opened_on()),
            updated_on: Set(self.opened_on()),
        };
        vec![row(0, "United States", "US", shipping_options()), row(1, "Everywhere else", "*", elsewhere.collect())]
    }

    fn tax_row(&self) -> tax_rule::ActiveModel {
        tax_rule::ActiveModel {
            website_id: NotSet,
            id: Set(TaxRuleId::from_parts(self.ms(), self.random(Stream::Price, 2).id())),
            label: Set(SALES_TAX.to_owned()),
            country: Set("US".to_owned()),
            region: Set(String::new()),
            postal_prefix: Set(String::new()),
            rate_basis_points: Set(SALES_TAX_BASIS_POINTS),
            on_shipping: Set(false),
            valid_from: Set(None),
            valid_until: Set(None),
            revision: Set(1),
            created_on: Set(self.opened_on()),
            updated_on: Set(self.opened_on()),
        }
    }

    fn discount_row(&self) -> discount::ActiveModel {
        let row = percent_off("Ten percent off", CODE, 1_000, self.opened_on());
        discount::ActiveModel { id: Set(DiscountId::from_parts(self.ms(), self.random(Stream::Price, 3).id())), ..row }
    }

    /// Only the test card is offered.
    fn payment_row(&self) -> payment_setting::ActiveModel {
        let method = |provider: &str, method: &str, enabled: bool| MethodChoice {
            provider: provider.to_owned(),
            method: method.to_owned(),
            enabled,
            label: None,
            saves: true,
        };
        payment_setting::ActiveModel {
            website_id: NotSet,
            test_mode: Set(true),
            capture_mode: Set(CaptureMode::AtOnce),
            transfer_hold_hours: Set(7 * 24),
            methods: Set(JsonOf(vec![
                method("stoa.testcard", "card", true),
                method("stoa.manual", "bank-transfer", false),
            ])),
            revision: Set(1),
            updated_on: Set(self.opened_on()),
        }
    }
}
