//! Fills a shop with orders.

use anyhow::Result;
use sea_orm::ActiveValue::Set;
use serde_json::json;
use stoa_commerce::load_seed::{ShopPlan, ShopSetting, ShopSize, write_shop};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::site;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::CollectionId;
use stoa_testkit::{TestSite, store_row};

/// How large the shop is.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) orders: usize,
    pub(crate) products: usize,
}

impl Size {
    pub(crate) fn from_environment() -> Self {
        let number = |name, usual| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
        Self { orders: number("STOA_ORDERS", 100_000), products: number("STOA_PRODUCTS", 10_000) }
    }

    /// Customers buy five times on average.
    pub(crate) fn customers(self) -> usize {
        (self.orders / 5).max(1)
    }
}

/// A shop full of orders.
pub(crate) struct Shop {
    pub(crate) site: TestSite,
    pub(crate) store: CollectionId,
    pub(crate) size: Size,
}

pub(crate) async fn fill(site: TestSite, size: Size) -> Result<Shop> {
    let store = CollectionId::generate();
    let now = site.owner().now();
    let tx = site.db.write().await?;
    tx.insert(site_row(now)).await?;
    tx.insert(store_row(&store, now)).await?;
    tx.commit().await?;
    let plan = ShopPlan::new(ShopSetting {
        keys: vec![7],
        size: ShopSize { products: size.products, orders: size.orders, customers: size.customers() },
        store: store.clone(),
        pictures: Vec::new(),
        until: now,
        email_domain: "many.invalid".to_owned(),
        password_hash: String::new(),
        transfer_percent: 99,
    });
    let begun = std::time::Instant::now();
    let written = write_shop(&site.db, &plan, &|_| ()).await?;
    let seconds = begun.elapsed().as_secs_f64();
    println!("{} orders, {} rows in {seconds:.1} s", written.orders, written.rows);
    site.analyse().await?;
    Ok(Shop { site, store, size })
}

fn site_row(now: Timestamp) -> site::ActiveModel {
    let text = |text: &str| Set(text.to_owned());
    site::ActiveModel {
        title: text("Many"),
        tagline: text(""),
        description: text(""),
        language: text("en-US"),
        currency: text("USD"),
        time_zone: text("America/New_York"),
        theme: text("linen"),
        contact_email: text(""),
        logo_asset_id: Set(None),
        location: Set(JsonOf::default()),
        social_accounts: Set(JsonOf::default()),
        main_navigation: Set(json!([])),
        footer_navigation: Set(json!([])),
        delivers_test_orders: Set(None),
        store_settings: Set(json!({})),
        revision: Set(1),
        created_on: Set(now),
        updated_on: Set(now),
        ..Default::default()
    }
}
