//! The part of a page's data that is specific to its type.

use serde_json::{Map, Value, json};
use stoa_commerce::shipping_zones::Delivery;
use stoa_document::Document;
use stoa_kernel::id::AssetId;
use stoa_site::cache_tags;
use stoa_site::content::{Collection, WHOLE_SITE};
use stoa_site::discussions::Discussion;

use super::merchandising::Merchandising;
use crate::{NewsPage, PageType};

/// The part of a page's data that is specific to its type.
pub(crate) struct Part {
    pub(super) template: &'static str,
    pub(super) page_type: PageType,
    pub(super) class: &'static str,
    pub(super) id: String,
    pub(super) title: String,
    /// Key of its title in the catalogues, for a page that has no title of the site.
    pub(super) title_key: Option<&'static str>,
    pub(super) description: String,
    pub(super) path: String,
    /// Query string, with its `?`, of the canonical URL of a filtered list: a category, a tag or an author that has
    /// items. Other sort orders and views of a list, and its later pages, have the same canonical URL.
    pub(super) narrowed: String,
    pub(super) data: Map<String, Value>,
    pub(super) document: Option<Document>,
    /// The area of the theme that the document belongs to, instead of the page.
    pub(super) area: Option<String>,
    pub(super) merchandising: Merchandising,
    /// Shipping options of each variant of its product.
    pub(super) deliveries: Vec<Vec<Delivery>>,
    pub(super) share_image: Option<String>,
    /// The owner's image for social sharing.
    pub(super) chosen_image: Option<AssetId>,
    /// The owner's code for the head of the page.
    pub(super) head: String,
    pub(super) tags: Vec<String>,
    pub(super) indexed: bool,
    /// Its comments; none for pages, which use a block for them.
    pub(super) discussion: Option<Discussion>,
}

impl Part {
    pub(super) fn plain(template: &'static str, page_type: PageType, class: &'static str, title: &str) -> Self {
        Self {
            template,
            page_type,
            class,
            id: String::new(),
            title: title.to_owned(),
            title_key: None,
            description: String::new(),
            path: String::new(),
            narrowed: String::new(),
            data: Map::new(),
            document: None,
            area: None,
            merchandising: Merchandising::default(),
            deliveries: Vec::new(),
            share_image: None,
            chosen_image: None,
            head: String::new(),
            tags: Vec::new(),
            indexed: false,
            discussion: None,
        }
    }

    /// A page whose title is a text of the catalogues.
    pub(super) fn titled(
        template: &'static str,
        page_type: PageType,
        class: &'static str,
        title_key: &'static str,
    ) -> Self {
        Self { title_key: Some(title_key), ..Self::plain(template, page_type, class, "") }
    }

    /// A page of a collection, by default with its title and description.
    pub(super) fn of(
        template: &'static str,
        page_type: PageType,
        class: &'static str,
        collection: &Collection,
    ) -> Self {
        let title = if collection.seo_title.is_empty() { &collection.title } else { &collection.seo_title };
        let description =
            if collection.seo_description.is_empty() { &collection.description } else { &collection.seo_description };
        Self {
            id: collection.id.to_string(),
            title: title.clone(),
            description: description.clone(),
            path: collection.full_url.clone(),
            data: Map::from_iter([("collection".to_owned(), collection_data(collection))]),
            document: collection.document.clone(),
            tags: vec![cache_tags::collection(&collection.id)],
            chosen_image: collection.settings.share_image.clone(),
            head: collection.settings.head.clone(),
            indexed: !collection.settings.no_index,
            ..Self::plain(template, page_type, class, "")
        }
    }

    /// The page on which an area of the theme is edited: it shows nothing else.
    pub(super) fn of_area(id: &str, area: &Collection) -> Self {
        let own = Self::of("page.item", PageType::Page, "page", area);
        Self { area: Some(id.to_owned()), indexed: false, ..own }
    }

    /// A page of an item of a collection: settings of the collection's own page do not apply, except that items of a
    /// collection excluded from search engines are excluded too.
    pub(super) fn below(
        template: &'static str,
        page_type: PageType,
        class: &'static str,
        collection: &Collection,
    ) -> Self {
        let own = Self::of(template, page_type, class, collection);
        Self { document: None, chosen_image: None, head: String::new(), ..own }
    }

    /// The password form of a page. It reveals nothing of the page but its URL.
    pub(super) fn locked(collection: &Collection, path: &str, wrong_password: bool) -> Self {
        let mut part = Self::titled("protected.item", PageType::Protected, "protected", "storefront.pageProtected");
        part.tags.push(cache_tags::collection(&collection.id));
        part.set("lock", json!({"pageId": collection.id, "path": path, "wrongPassword": wrong_password}));
        part
    }

    /// The site's password form. It reveals nothing of the site.
    pub(super) fn site_locked(path: &str, wrong_password: bool) -> Self {
        let mut part =
            Self::titled("lock-screen.item", PageType::LockScreen, "lock-screen", "storefront.siteProtected");
        part.set("lock", json!({"pageId": WHOLE_SITE, "path": path, "wrongPassword": wrong_password}));
        part
    }

    /// Shown instead of a members-only page to visitors who are not signed in.
    pub(super) fn denied(collection: &Collection, path: &str) -> Self {
        let mut part =
            Self::titled("access-denied.item", PageType::AccessDenied, "access-denied", "storefront.membersTitle");
        part.tags.push(cache_tags::collection(&collection.id));
        let back = |view: &str| format!("/account/{view}?next={path}");
        part.set("denied", json!({"joinUrl": back("register"), "signInUrl": back("sign-in")}));
        part
    }

    /// A page behind a link in a newsletter or account e-mail.
    pub(super) fn news(page: &NewsPage) -> Self {
        let template = "newsletter-unsubscribe.item";
        let mut part = Self::plain(template, page.page_type, "newsletter-unsubscribe", &page.heading);
        part.set("news", page.data());
        part
    }

    pub(super) fn not_found() -> Self {
        let plain = Self::titled("not-found.item", PageType::NotFound, "not-found", "storefront.notFoundTitle");
        Self { tags: vec![cache_tags::NOTHING.to_owned()], ..plain }
    }

    /// The error page.
    pub(super) fn failed() -> Self {
        Self::titled("error.item", PageType::Error, "error", "storefront.errorTitle")
    }

    /// Adds the feeds of the page's collection, for its head.
    pub(super) fn offer_feeds(&mut self, feeds: Value) {
        if let Some(collection) = self.data.get_mut("collection").and_then(Value::as_object_mut) {
            collection.insert("feeds".to_owned(), feeds);
        }
    }

    pub(super) fn set(&mut self, name: &str, value: Value) {
        self.data.insert(name.to_owned(), value);
    }
}

pub(super) fn collection_data(collection: &Collection) -> Value {
    json!({
        "id": collection.id,
        "type": collection.type_code,
        "title": collection.title,
        "urlId": collection.url_id,
        "fullUrl": collection.full_url,
        "description": collection.description,
        "navigationTitle": collection.navigation_title,
        "viewMode": collection.settings.view_mode.as_str(),
    })
}
