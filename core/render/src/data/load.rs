//! Loads the data of a page: the part specific to its type, and what all pages have.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use stoa_commerce::CommerceError;
use stoa_commerce::checkout::CheckoutView;
use stoa_commerce::installments::InstallmentShop;
use stoa_commerce::settings::StoreSettings;
use stoa_commerce::translations::lay_over_store_settings;
use stoa_document::{Document, popup_sign_up};
use stoa_entity::TenantTx;
use stoa_entity::addresses::LanguageWords;
use stoa_entity::tenant::site as site_table;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::AssetId;
use stoa_kernel::translation::TranslatedKind;
use stoa_messages::Texts;
use stoa_site::header_footer::{self, HeaderFooter};
use stoa_site::site_texts::{self, SiteWording};
use stoa_site::website_settings::{AnalyticsSettings, CookieSettings};
use stoa_site::{cache_tags, discussions, media, settings};

use super::areas::AreaData;
use super::block_data::{BlockDataContext, LoadedBlockData, load_block_data};
use super::part::Part;
use super::purchase::OrderReader;
use super::share::SharedPage;
use super::structured::StructuredInputs;
use super::surroundings::Surroundings;
use super::texts::Names;
use super::translations::{OriginalPage, lay_over_blocks, lay_over_variants};
use super::{image, merchandising, share, site, structured};
use crate::blocks::SiteKinds;
use crate::experiments;
use crate::language::Translated;
use crate::page_call::PageCall;
use crate::resolve::{Address, PageQuery, Target};
use crate::{PageType, RenderError, SlideType, TemporaryPageType};

/// Template of an item of a collection.
const ITEM: &str = "blog.item";
/// Template of a product.
const PRODUCT: &str = "products.item";

/// All data of a page to render.
#[derive(Debug)]
pub(crate) struct PageData {
    /// Template of the theme, such as `page.item`.
    pub(crate) template: &'static str,
    /// HTTP status.
    pub(crate) status: u16,
    /// Data for templates, without rendered parts.
    pub(crate) data: Map<String, Value>,
    /// The document and the data of its blocks.
    pub(crate) layout: Option<(Document, LoadedBlockData)>,
    /// Whether the rendered blocks are the body of the item instead of the page.
    pub(crate) body_of_item: bool,
    /// The area of which the rendered blocks are the body, instead of the page.
    pub(crate) body_of_area: Option<String>,
    /// The published areas of the theme.
    pub(crate) areas: Vec<AreaData>,
    /// Folder name of the theme.
    pub(crate) theme: String,
    /// BCP 47 tag.
    pub(crate) language: String,
    /// That of the language of the site.
    pub(crate) primary_language: String,
    /// Texts in the language, those of the site among them.
    pub(crate) wording: SiteWording,
    /// The same for templates.
    pub(crate) names: Names,
    /// Context of instalment messages; none for sample data.
    pub(crate) shopfront: Option<InstallmentShop>,
    /// Cache tags of the page.
    pub(crate) tags: BTreeSet<String>,
    /// URL of the image for social sharing.
    pub(crate) share_image: Option<String>,
    /// Whether search engines may index the page.
    pub(crate) indexed: bool,
    /// Cookie settings that apply to it.
    pub(crate) cookies: CookieSettings,
    /// What is counted of visits.
    pub(crate) analytics: AnalyticsSettings,
}

/// Context for loading a page.
pub(crate) struct Loader<'a> {
    pub(crate) ctx: &'a TenantCtx,
    pub(crate) tx: &'a TenantTx,
    pub(crate) call: &'a PageCall,
    pub(crate) query: &'a PageQuery,
    pub(crate) kinds: &'a SiteKinds,
    /// The words of addresses in the languages of the site.
    pub(crate) words: &'a LanguageWords,
    /// The checkout, loaded beforehand because it calls payment providers.
    pub(crate) checkout: Option<CheckoutView>,
    /// Header and footer to use instead of the published ones.
    pub(crate) frame: Option<HeaderFooter>,
}

impl Loader<'_> {
    /// Loads the data of a target; if something does not exist, that of the not-found page.
    pub(crate) async fn load(&self, target: Target) -> Result<PageData, RenderError> {
        let mut row = settings::site_row(self.tx).await?;
        lay_over_store_settings(self.tx, &mut row).await?;
        let primary = row.language.clone();
        let language = self.call.language.as_ref().map_or(&primary, |language| &language.tag);
        let wording = site_texts::texts_of_language(self.tx, &row, language).await?;
        row.language.clone_from(language);
        let part = match self.part(&row, target, wording.texts()).await {
            Err(RenderError::Commerce(CommerceError::NotFound)) => Part::not_found(),
            other => other?,
        };
        self.material(row, &primary, part, wording).await
    }

    async fn part(&self, row: &site_table::Model, target: Target, texts: Texts<'_>) -> Result<Part, RenderError> {
        let multiple = site::multiple_services(row);
        match target {
            Target::Fixed(page) => page.load(self, texts).await,
            Target::Page(collection) if collection.is_splash() => {
                Ok(Part::of("splash.item", PageType::Splash, "splash", &collection))
            }
            Target::Page(collection) => Ok(match collection.area_id() {
                Some(id) => Part::of_area(id, &collection),
                None => Part::of("page.item", PageType::Page, "page", &collection),
            }),
            Target::Store(collection) => self.store(row, collection, multiple, texts).await,
            Target::Product(collection, item) => self.product(collection, &item, multiple, texts).await,
            Target::Blog(collection) => self.blog(collection).await,
            Target::Post(collection, post) => self.post(collection, *post).await,
            Target::DigitalPreview(preview) => Ok(Self::digital_preview(*preview)),
            Target::Checkout => self.checkout_page().await,
            Target::Donate { item_id } => self.donate(&item_id, texts).await,
            Target::OrderConfirmed { only, order_id, auth_code } => {
                self.order_confirmed(only, &order_id, &auth_code, OrderReader { language: &row.language, texts }).await
            }
            Target::OrderStatus { token } => {
                self.order_status(&token, OrderReader { language: &row.language, texts }).await
            }
            Target::ReviewsRequest { token, said } => self.reviews_request(&token, said.as_deref(), texts).await,
            Target::PaymentConfirm { attempt_id } => self.payment_confirm(&attempt_id).await,
            Target::Folder(folder) => self.folder(row, folder).await,
            Target::SiteLocked => {
                Ok(Part::site_locked(&self.call.address(&self.continue_url()), self.call.wrong_password))
            }
            Target::Locked(collection) => {
                let path = self.call.address(&collection.full_url);
                Ok(Part::locked(&collection, &path, self.call.wrong_password))
            }
            Target::Denied(collection) => Ok(Part::denied(&collection, &self.call.address(&collection.full_url))),
            Target::PopupOverlay => self.popup_overlay().await,
            Target::News(page) => Ok(Part::news(&page)),
            Target::NotFound => Ok(Part::not_found()),
            Target::Failed => Ok(Part::failed()),
        }
    }

    pub(super) async fn frame(&self) -> Result<HeaderFooter, RenderError> {
        match &self.frame {
            Some(frame) => Ok(frame.clone()),
            None => Ok(header_footer::stored(self.tx).await?),
        }
    }

    /// The same page in all languages of the site, for templates.
    async fn versions(&self, primary: &str, part: &Part) -> Result<Vec<Value>, RenderError> {
        let (path, query) = (&self.call.path, &self.call.query);
        let path = match Address::read(path, query) {
            own if own.is_personal() && !query.is_empty() => format!("{path}?{query}"),
            _ if part.path.is_empty() => self.continue_url(),
            _ => format!("{}{}", part.path, part.narrowed),
        };
        // Languages can hide pages only.
        let is_item = matches!(part.template, ITEM | PRODUCT);
        let hideable = Some(part.id.as_str()).filter(|id| !id.is_empty() && !is_item);
        let language = self.call.language.as_ref();
        let (origin, words) = (self.call.origin.as_str(), self.words);
        let page = Translated { primary, language, path: &path, origin, hideable, words };
        page.versions(self.tx).await
    }

    /// Where a visitor continues after entering the site password. Unknown URLs share one page.
    fn continue_url(&self) -> String {
        match Address::read(&self.call.path, &self.call.query) {
            Address::Unknown => "/".to_owned(),
            _ => self.call.path.clone(),
        }
    }

    /// The document of a page or an item as this visitor sees it: with variants of experiments, and in the language of
    /// the page.
    async fn shown_document(
        &self,
        mut document: Document,
        id: &str,
        template: &str,
        language: &str,
    ) -> Result<Document, RenderError> {
        let variants = self.call.variants.as_slice();
        let is_changed = self.tx.language().is_some() && experiments::is_changed(variants, id);
        let original = is_changed.then(|| document.clone());
        experiments::show_in(variants, id, &mut document);
        if !self.call.shows_all_languages {
            document.keep_shown_in(language);
        }
        let kind = if template == ITEM { TranslatedKind::Post } else { TranslatedKind::Page };
        match original {
            Some(original) => {
                let page = OriginalPage { id, document: original };
                lay_over_variants(self.tx, variants, page, self.kinds, &mut document).await?;
            }
            None => lay_over_blocks(self.tx, kind, id, self.kinds, &mut document).await?,
        }
        Ok(document)
    }

    async fn material(
        &self,
        row: site_table::Model,
        primary: &str,
        mut part: Part,
        wording: SiteWording,
    ) -> Result<PageData, RenderError> {
        let texts = wording.texts();
        let versions = self.versions(primary, &part).await?;
        let around = self.surroundings(&part).await?;
        let mut data = self.site_data(&row, &part, &around);
        let Surroundings { collections, preferences, pictures, .. } = around;
        let mut tags: BTreeSet<String> = part.tags.iter().cloned().collect();
        if let Some(discussion) = self.discussion(&part, &preferences, texts).await? {
            tags.insert(discussions::tag(&part.id));
            data.insert("discussion".to_owned(), discussion);
        }
        tags.insert(cache_tags::SITE.to_owned());
        let layout = self.layout(&mut part, &row, texts).await?;
        tags.extend(layout.iter().flat_map(|(_, gathered)| gathered.tags.iter().cloned()));
        if !versions.is_empty() {
            data.insert("languages".to_owned(), Value::Array(versions));
        }
        data.insert("page".to_owned(), self.page_value(&part, &row, texts));
        data.insert(merchandising::CONTEXT.to_owned(), said_of_products(&row, &part, layout.as_ref(), texts)?);
        data.extend(part.data);
        let share_image = pictures.shared(part.chosen_image.as_ref(), part.share_image);
        let picture = share_image.as_deref().unwrap_or_default();
        let page = SharedPage { template: part.template, call: self.call, picture };
        share::offer(&mut data, &preferences.share_settings, &page, texts);
        if part.indexed {
            let known = StructuredInputs { call: self.call, collections: &collections, deliveries: &part.deliveries };
            structured::describe(&mut data, &known);
        }
        Ok(PageData {
            shopfront: Some(InstallmentShop::from_row(&row)?),
            template: part.template,
            status: part.page_type.status(),
            data,
            layout,
            body_of_item: part.template == ITEM,
            body_of_area: part.area,
            areas: Vec::new(),
            theme: row.theme,
            language: row.language,
            primary_language: primary.to_owned(),
            names: Names::of_site(self.tx, &wording),
            wording,
            tags,
            share_image,
            indexed: part.indexed,
            cookies: preferences.cookie_settings,
            analytics: preferences.analytics,
        })
    }

    /// The document of a page with the data of its blocks; none for pages without blocks.
    async fn layout(
        &self,
        part: &mut Part,
        row: &site_table::Model,
        texts: Texts<'_>,
    ) -> Result<Option<(Document, LoadedBlockData)>, RenderError> {
        let Some(document) = part.document.take() else { return Ok(None) };
        let around = BlockDataContext {
            kinds: self.kinds,
            multiple_quantity_for_services: site::multiple_services(row),
            texts,
            now: self.ctx.now(),
            time_zone: &row.time_zone,
            site_address: &row.location.0,
        };
        let document = self.shown_document(document, &part.id, part.template, &row.language).await?;
        let gathered = load_block_data(self.tx, &document, &around).await?;
        Ok(Some((document, gathered)))
    }

    /// What templates get as `page`.
    fn page_value(&self, part: &Part, row: &site_table::Model, texts: Texts<'_>) -> Value {
        let canonical = if part.indexed {
            format!("{}{}", self.call.origin, self.call.address(&format!("{}{}", part.path, part.narrowed)))
        } else {
            String::new()
        };
        let title = match part.title_key {
            Some(key) => texts.text(key),
            None => &part.title,
        };
        let description = if part.description.is_empty() { &row.description } else { &part.description };
        json!({
            "id": part.id,
            "title": title,
            "description": description,
            "type": part.page_type.code(),
            "temporaryType": TemporaryPageType::of(part.page_type).map(TemporaryPageType::name),
            "slideType": SlideType::of(part.page_type).map(SlideType::name),
            "bodyClass": format!("stoa-page-{} stoa-type-{}", part.class, part.page_type.code()),
            "canonicalUrl": canonical,
            "isHome": part.path == "/",
            "headLines": part.head,
        })
    }
}

/// What is said of the stock of products, those of the page and those in its blocks.
fn said_of_products(
    row: &site_table::Model,
    part: &Part,
    layout: Option<&(Document, LoadedBlockData)>,
    texts: Texts<'_>,
) -> Result<Value, RenderError> {
    let choices = StoreSettings::from_row(row)?.choices;
    let mut said = part.merchandising.context(&choices, texts);
    if let Some((_, gathered)) = layout {
        said.extend(gathered.merchandising.context(&choices, texts));
    }
    Ok(said.into())
}

impl Loader<'_> {
    /// The site's popup overlay; the not-found page while there is none.
    async fn popup_overlay(&self) -> Result<Part, RenderError> {
        let frame = self.frame().await?;
        let Some(popup) = header_footer::shown_popup(&frame) else { return Ok(Part::not_found()) };
        let title = popup.get("title").and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut part = Part::plain("popup-overlay.item", PageType::PopupOverlay, "popup-overlay", &title);
        let chosen =
            popup.pointer("/picture/assetId").and_then(Value::as_str).and_then(|id| id.parse::<AssetId>().ok());
        let found = media::by_ids(self.tx, chosen.as_slice()).await?;
        let mut popup = popup.clone();
        if let Some(picture) = popup.get_mut("picture").and_then(Value::as_object_mut) {
            picture.insert("image".to_owned(), found.values().next().map(image::of_asset).unwrap_or_default());
        }
        part.set("popup", popup);
        part.document = popup_sign_up(&frame.header);
        Ok(part)
    }
}
