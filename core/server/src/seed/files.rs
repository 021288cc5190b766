//! The files of the demo sites, which are part of the program.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context as _;
use bytes::Bytes;
use rust_embed::RustEmbed;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use stoa_commerce::shipping_zones::{ShippingOption, ZonePlace};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/demo"]
struct Demo;

/// `site.json`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SiteFile {
    pub(super) identifier: String,
    pub(super) title: String,
    pub(super) tagline: String,
    pub(super) description: String,
    pub(super) currency: String,
    pub(super) language: String,
    pub(super) time_zone: String,
    pub(super) theme: String,
    pub(super) contact_email: String,
    #[serde(default)]
    pub(super) logo: Option<String>,
    pub(super) location: Value,
    pub(super) social_accounts: Value,
    pub(super) main_navigation: Vec<String>,
    pub(super) footer_navigation: Vec<String>,
    #[serde(default)]
    pub(super) store_settings: Option<Value>,
}

/// `prices.json`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PricesFile {
    pub(super) zones: Vec<ZoneFile>,
    pub(super) taxes: Vec<TaxFile>,
    pub(super) discounts: Vec<DiscountFile>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ZoneFile {
    pub(super) name: String,
    pub(super) places: Vec<ZonePlace>,
    pub(super) options: Vec<ShippingOption>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaxFile {
    pub(super) label: String,
    pub(super) country: String,
    #[serde(default)]
    pub(super) region: String,
    pub(super) rate_basis_points: i64,
    #[serde(default)]
    pub(super) on_shipping: bool,
}

/// A code that takes a part off the order.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DiscountFile {
    pub(super) label: String,
    pub(super) code: String,
    pub(super) rate_basis_points: i64,
}

/// `pages/*.json`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageFile {
    pub(super) title: String,
    pub(super) navigation_title: String,
    pub(super) url_id: String,
    #[serde(default)]
    pub(super) is_home: bool,
    #[serde(default)]
    pub(super) seo_description: String,
    pub(super) document: Value,
}

/// `store.json`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoreFile {
    pub(super) url_id: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) categories: Vec<CategoryFile>,
    pub(super) products: Vec<ProductFile>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CategoryFile {
    pub(super) name: String,
    pub(super) url_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProductFile {
    pub(super) url_id: String,
    pub(super) name: String,
    pub(super) product_type: i32,
    pub(super) excerpt: String,
    pub(super) description: String,
    pub(super) images: Vec<String>,
    #[serde(default)]
    pub(super) tags: Vec<String>,
    #[serde(default)]
    pub(super) categories: Vec<String>,
    #[serde(default)]
    pub(super) options: Vec<String>,
    pub(super) variants: Vec<VariantFile>,
    #[serde(default)]
    pub(super) custom_add_button_text: Option<String>,
    #[serde(default)]
    pub(super) custom_sold_out_text: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct VariantFile {
    pub(super) sku: String,
    #[serde(default)]
    pub(super) attributes: serde_json::Map<String, Value>,
    pub(super) price_cents: i64,
    #[serde(default)]
    pub(super) sale_price_cents: Option<i64>,
    #[serde(default)]
    pub(super) on_sale: bool,
    #[serde(default)]
    pub(super) unlimited: bool,
    #[serde(default)]
    pub(super) qty_in_stock: i64,
    #[serde(default)]
    pub(super) image: Option<String>,
}

/// `blog.json`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BlogFile {
    pub(super) url_id: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) author: String,
    pub(super) posts: Vec<PostFile>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PostFile {
    pub(super) url_id: String,
    pub(super) title: String,
    pub(super) excerpt: String,
    #[serde(default)]
    pub(super) image: Option<String>,
    pub(super) published_on: String,
    #[serde(default)]
    pub(super) tags: Vec<String>,
    pub(super) document: Value,
}

/// One entry of `images.json`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImageFile {
    pub(super) alt: String,
    #[serde(default)]
    pub(super) focal_point: Option<FocalPoint>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct FocalPoint {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// All files of one demo site.
#[derive(Debug)]
pub(super) struct DemoSite {
    folder: String,
    pub(super) site: SiteFile,
    pub(super) store: StoreFile,
    pub(super) prices: PricesFile,
    pub(super) blog: BlogFile,
    pub(super) pages: Vec<PageFile>,
    pub(super) images: BTreeMap<String, ImageFile>,
}

/// Folders of the demo sites.
pub(super) fn sites() -> BTreeSet<String> {
    Demo::iter().filter_map(|path| path.strip_suffix("/site.json").map(str::to_owned)).collect()
}

/// A picture of the demo shop that sample data is made of.
pub(crate) fn sample_picture(file: &str) -> Option<Bytes> {
    Demo::get(&format!("juniper/images/{file}")).map(|file| Bytes::from(file.data.into_owned()))
}

fn read<T: DeserializeOwned>(path: &str) -> anyhow::Result<T> {
    let file = Demo::get(path).with_context(|| format!("the demo lacks {path}"))?;
    serde_json::from_slice(&file.data).with_context(|| format!("{path} of the demo is not right"))
}

impl DemoSite {
    pub(super) fn load(folder: &str) -> anyhow::Result<Self> {
        let beginning = format!("{folder}/pages/");
        let pages = Demo::iter()
            .filter(|path| path.starts_with(&beginning) && path.ends_with(".json"))
            .map(|path| read(&path))
            .collect::<anyhow::Result<Vec<PageFile>>>()?;
        Ok(Self {
            site: read(&format!("{folder}/site.json"))?,
            store: read(&format!("{folder}/store.json"))?,
            prices: read(&format!("{folder}/prices.json"))?,
            blog: read(&format!("{folder}/blog.json"))?,
            images: read(&format!("{folder}/images.json"))?,
            pages,
            folder: folder.to_owned(),
        })
    }

    pub(super) fn picture(&self, file: &str) -> anyhow::Result<Bytes> {
        let path = format!("{}/images/{file}", self.folder);
        let file = Demo::get(&path).with_context(|| format!("the demo lacks {path}"))?;
        Ok(Bytes::from(file.data.into_owned()))
    }
}
