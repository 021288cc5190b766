//! Files with the initial content of a site: embedded ones of the demo, and those of a theme's folder.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context as _;
use bytes::Bytes;
use rust_embed::RustEmbed;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use stoa_commerce::shipping_zones::{ShippingOption, ZonePlace};
use stoa_kernel::money::Cents;
use stoa_render::starter_word;
use stoa_site::media::NewAsset;
use stoa_site::settings::{SiteAddress, SocialAccount};
use stoa_site::themes::{STARTER, Theme};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/demo"]
struct Demo;

/// Settings of blocks with titles and labels.
const WORDS: [&str; 8] = [
    "buttonLabel",
    "formName",
    "label",
    "linkLabel",
    "secondButtonLabel",
    "submitButtonText",
    "successMessage",
    "title",
];

/// `site.json`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SiteFile {
    /// Set by the caller when a site is created from a theme, like `title`, `theme` and `contact_email`.
    #[serde(default)]
    pub(super) identifier: String,
    #[serde(default)]
    pub(super) title: String,
    pub(super) tagline: String,
    pub(super) description: String,
    pub(super) currency: String,
    pub(super) language: String,
    pub(super) time_zone: String,
    #[serde(default)]
    pub(super) theme: String,
    #[serde(default)]
    pub(super) contact_email: String,
    #[serde(default)]
    pub(super) logo: Option<String>,
    pub(super) location: SiteAddress,
    pub(super) social_accounts: Vec<SocialAccount>,
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

/// A discount code on the order.
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
    pub(super) attributes: BTreeMap<String, String>,
    pub(super) price_cents: Cents,
    #[serde(default)]
    pub(super) sale_price_cents: Option<Cents>,
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
    #[serde(default)]
    pub(super) categories: Vec<String>,
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

/// All files with the initial content of one site.
#[derive(Debug)]
pub(super) struct SeedSite {
    files: BTreeMap<String, Bytes>,
    /// Whether its images are stored once for all sites created from it.
    pub(super) shares_pictures: bool,
    pub(super) site: SiteFile,
    pub(super) store: StoreFile,
    pub(super) prices: Option<PricesFile>,
    pub(super) blog: BlogFile,
    pub(super) pages: Vec<PageFile>,
    pub(super) images: BTreeMap<String, ImageFile>,
}

/// Folders of the demo sites.
pub(super) fn sites() -> BTreeSet<String> {
    Demo::iter().filter_map(|path| path.strip_suffix("/site.json").map(str::to_owned)).collect()
}

/// An image of the demo shop, used in sample data.
pub(crate) fn sample_image(file: &str) -> Option<Bytes> {
    Demo::get(&format!("juniper/images/{file}")).map(|file| Bytes::from(file.data.into_owned()))
}

/// Pictures of the demo shop, by name.
pub(crate) fn demo_pictures(count: usize) -> anyhow::Result<Vec<NewAsset>> {
    let files = SeedSite::of_demo("juniper")?;
    let picture = |(file, image): (&String, &ImageFile)| {
        Ok(NewAsset {
            filename: file.clone(),
            alt_text: image.alt.clone(),
            focal_point: image.focal_point.map_or((0.5, 0.5), |point| (point.x, point.y)),
            bytes: files.picture(file)?,
        })
    };
    files.images.iter().take(count).map(picture).collect()
}

impl SeedSite {
    /// A demo site.
    pub(super) fn of_demo(folder: &str) -> anyhow::Result<Self> {
        let beginning = format!("{folder}/");
        let inner = Demo::iter().filter_map(|path| Some((path.strip_prefix(&beginning)?.to_owned(), path.to_string())));
        let files = inner.filter_map(|(inner, path)| Some((inner, Bytes::from(Demo::get(&path)?.data.into_owned()))));
        Self::read(files.collect(), false).with_context(|| format!("the demo site {folder}"))
    }

    /// Starter content of a theme; none when the theme has none.
    pub(super) fn of_theme(theme: &Theme) -> anyhow::Result<Option<Self>> {
        let files = theme.sources.iter();
        let own = files.filter_map(|(path, bytes)| Some((path.strip_prefix(STARTER)?.to_owned(), bytes.clone())));
        let own: BTreeMap<String, Bytes> = own.collect();
        if own.is_empty() {
            return Ok(None);
        }
        Self::read(own, true).with_context(|| format!("the starter content of the theme {}", theme.name)).map(Some)
    }

    /// Changes the language of the site. Titles of pages and words of forms and buttons are translated; the other texts
    /// are examples, which the owner replaces.
    pub(super) fn set_language(&mut self, language: &str) {
        language.clone_into(&mut self.site.language);
        let translate = |text: &mut String| {
            if let Some(word) = starter_word(text, language) {
                word.clone_into(text);
            }
        };
        for text in [&mut self.store.title, &mut self.blog.title, &mut self.blog.author] {
            translate(text);
        }
        for page in &mut self.pages {
            translate(&mut page.title);
            translate(&mut page.navigation_title);
            for_each_word(&mut page.document, &translate);
        }
    }

    fn read(files: BTreeMap<String, Bytes>, shares_pictures: bool) -> anyhow::Result<Self> {
        let is_page = |path: &&String| path.starts_with("pages/") && path.ends_with(".json");
        let pages =
            files.keys().filter(is_page).map(|path| part(&files, path)).collect::<anyhow::Result<Vec<PageFile>>>()?;
        let prices = files.contains_key("prices.json").then(|| part(&files, "prices.json")).transpose()?;
        Ok(Self {
            site: part(&files, "site.json")?,
            store: part(&files, "store.json")?,
            prices,
            blog: part(&files, "blog.json")?,
            images: part(&files, "images.json")?,
            pages,
            files,
            shares_pictures,
        })
    }

    pub(super) fn picture(&self, file: &str) -> anyhow::Result<Bytes> {
        self.files.get(&format!("images/{file}")).cloned().with_context(|| format!("images/{file} does not exist"))
    }
}

/// Calls `change` with each short text of the blocks of a document.
fn for_each_word(value: &mut Value, change: &dyn Fn(&mut String)) {
    match value {
        Value::Object(members) => {
            for (name, inner) in members.iter_mut() {
                match inner {
                    Value::String(text) if WORDS.contains(&name.as_str()) => change(text),
                    inner => for_each_word(inner, change),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|inner| for_each_word(inner, change)),
        _ => {}
    }
}

fn part<T: DeserializeOwned>(files: &BTreeMap<String, Bytes>, path: &str) -> anyhow::Result<T> {
    let file = files.get(path).with_context(|| format!("{path} does not exist"))?;
    serde_json::from_slice(file).with_context(|| format!("{path} is invalid"))
}
