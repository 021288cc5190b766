//! The part of a page that differs from kind to kind.

use serde_json::{Map, Value, json};
use stoa_commerce::shipping_zones::Delivery;
use stoa_document::Document;
use stoa_kernel::id::AssetId;
use stoa_site::content::{Collection, ViewMode, WHOLE_SITE};
use stoa_site::discussions::Discussion;
use stoa_site::drawn_of;

use super::merchandising::Merchandising;
use crate::{NewsPage, PageType};

/// The part of a page that differs from kind to kind.
pub(super) struct Part {
    pub(super) template: &'static str,
    pub(super) page_type: PageType,
    pub(super) class: &'static str,
    pub(super) id: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) path: String,
    /// Query string, with its `?`, by which search engines know a part of a list: a category, a tag or an author that
    /// something is of. Other orders and views of a list, and its later pages, belong to it.
    pub(super) narrowed: String,
    pub(super) data: Map<String, Value>,
    pub(super) document: Option<Document>,
    pub(super) merchandising: Merchandising,
    /// How each variant of its product is sent.
    pub(super) deliveries: Vec<Vec<Delivery>>,
    pub(super) share_image: Option<String>,
    /// The picture that the owner has chosen to be shown when the page is shared.
    pub(super) chosen_image: Option<AssetId>,
    /// Lines that the owner has put into the head of the page.
    pub(super) head: String,
    pub(super) tags: Vec<String>,
    pub(super) indexed: bool,
    /// What is shown of its comments; none for pages, which ask for it by a block.
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
            description: String::new(),
            path: String::new(),
            narrowed: String::new(),
            data: Map::new(),
            document: None,
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

    /// A page of a collection, shown with its title and description unless told otherwise.
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
            tags: vec![drawn_of::collection(&collection.id)],
            chosen_image: collection.settings.share_image.clone(),
            head: collection.settings.head.clone(),
            indexed: !collection.settings.no_index,
            ..Self::plain(template, page_type, class, "")
        }
    }

    /// A page of something in a collection: what was arranged for the collection's own page is not its, but where search
    /// engines are asked to leave the collection out, they are asked to leave out what lies in it.
    pub(super) fn below(
        template: &'static str,
        page_type: PageType,
        class: &'static str,
        collection: &Collection,
    ) -> Self {
        let own = Self::of(template, page_type, class, collection);
        Self { document: None, chosen_image: None, head: String::new(), ..own }
    }

    /// The page that asks for the password of another. It tells nothing of what it keeps shut but where it is.
    pub(super) fn locked(collection: &Collection, wrong_password: bool) -> Self {
        let mut part = Self::plain("protected.item", PageType::Protected, "protected", "This page is protected");
        part.tags.push(drawn_of::collection(&collection.id));
        let path = &collection.full_url;
        part.set("lock", json!({"pageId": collection.id, "path": path, "wrongPassword": wrong_password}));
        part
    }

    /// The page that asks for the password of the whole site. It tells nothing of what it keeps shut.
    pub(super) fn site_locked(path: &str, wrong_password: bool) -> Self {
        let mut part = Self::plain("lock-screen.item", PageType::LockScreen, "lock-screen", "This site is protected");
        part.set("lock", json!({"pageId": WHOLE_SITE, "path": path, "wrongPassword": wrong_password}));
        part
    }

    /// The page that members see in the place of this one when they are not signed in.
    pub(super) fn denied(collection: &Collection) -> Self {
        let mut part = Self::plain("access-denied.item", PageType::AccessDenied, "access-denied", "For members");
        part.tags.push(drawn_of::collection(&collection.id));
        let path = &collection.full_url;
        let back = |view: &str| format!("/account/{view}?next={path}");
        part.set("denied", json!({"joinUrl": back("register"), "signInUrl": back("sign-in")}));
        part
    }

    /// What the link of a letter about news opens.
    pub(super) fn news(page: &NewsPage) -> Self {
        let template = "newsletter-unsubscribe.item";
        let mut part = Self::plain(template, page.page_type, "newsletter-unsubscribe", page.heading);
        part.set("news", page.data());
        part
    }

    pub(super) fn not_found() -> Self {
        let plain = Self::plain("not-found.item", PageType::NotFound, "not-found", "Page not found");
        Self { tags: vec![drawn_of::NOTHING.to_owned()], ..plain }
    }

    /// The page that stands in the place of one that could not be made.
    pub(super) fn failed() -> Self {
        Self::plain("error.item", PageType::Error, "error", "Something went wrong")
    }

    /// Names the feeds of the collection that the page is of, for its head.
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
        "viewMode": collection.settings.view_mode.map(ViewMode::name).unwrap_or_default(),
    })
}
