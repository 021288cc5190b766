use serde_json::Value;
use stoa_document::Document;
use stoa_document::edit::Draft;
use stoa_entity::audit::PageKind;
use stoa_entity::tenant::{collection, page_setting};
use stoa_kernel::address::is_address_part;
use stoa_kernel::error::Checks;
use stoa_kernel::id::CollectionId;

use super::collection_type::CollectionType;
use super::setting::{self, Access, FolderBehavior, PageStatus, PublishFailure};
use super::standing;
use crate::{SiteError, columns};

/// What has an address below the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectionKind {
    /// Made of blocks.
    Page,
    /// A list of posts.
    Blog,
    /// A list of products.
    Store,
    /// Holds pages in a navigation.
    Folder,
    /// Lies in a blog, such as a post or an event; made of blocks.
    Item,
}

impl CollectionKind {
    const ALL: [CollectionKind; 5] = [
        CollectionKind::Page,
        CollectionKind::Blog,
        CollectionKind::Store,
        CollectionKind::Folder,
        CollectionKind::Item,
    ];

    /// Its name in the database and on the wire.
    pub fn name(self) -> &'static str {
        match self {
            CollectionKind::Page => "page",
            CollectionKind::Blog => "blog",
            CollectionKind::Store => "store",
            CollectionKind::Folder => "folder",
            CollectionKind::Item => "item",
        }
    }

    /// What it is in the audit log.
    pub(crate) fn audited(self) -> PageKind {
        match self {
            CollectionKind::Page => PageKind::Page,
            CollectionKind::Blog => PageKind::Blog,
            CollectionKind::Store => PageKind::Store,
            CollectionKind::Folder => PageKind::Folder,
            CollectionKind::Item => PageKind::Item,
        }
    }

    pub(crate) fn from_name(name: &str) -> Result<Self, SiteError> {
        let unreadable = || SiteError::Unreadable { column: "collection.kind", reason: name.to_owned() };
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(unreadable)
    }

    /// Whether it has blocks, and a draft of them that visitors see when it is published.
    pub(crate) fn has_draft(self) -> bool {
        matches!(self, CollectionKind::Page | CollectionKind::Item)
    }

    /// The same of the name of a kind.
    pub(crate) fn names_draft(name: &str) -> bool {
        Self::from_name(name).is_ok_and(Self::has_draft)
    }
}

/// A page, blog, store, folder or item as contributors see it.
#[derive(Clone, Debug, PartialEq)]
pub struct PageSummary {
    /// Its id.
    pub id: CollectionId,
    /// Which kind it is.
    pub kind: CollectionKind,
    /// What lies in it, by its type.
    pub collection_type: CollectionType,
    /// Heading.
    pub title: String,
    /// Text in navigations.
    pub navigation_title: String,
    /// Address below the root.
    pub url_id: String,
    /// Path on the site.
    pub full_url: String,
    /// Whether it answers at the root.
    pub is_home: bool,
    /// Whether the main navigation leads to it.
    pub in_main_nav: bool,
    /// Whether visitors can open it.
    pub enabled: bool,
    /// Whether the draft differs from what visitors see.
    pub has_unpublished_changes: bool,
    /// Whether something of it was published; of kinds without drafts everything is.
    pub is_published: bool,
    /// Where it stands between its first draft and its visitors.
    pub status: PageStatus,
    /// When its draft is published by itself, UTC milliseconds.
    pub publish_on: Option<i64>,
    /// Why the draft was not published when its time had come.
    pub publish_failure: Option<PublishFailure>,
    /// Who may open it.
    pub access: Access,
    /// Another word as soon as somebody else publishes it, takes it back, schedules it or lets others open it.
    pub standing: String,
    /// What the address of a folder answers; none for other kinds.
    pub folder_behavior: Option<FolderBehavior>,
    /// Whether search engines are asked to leave it out.
    pub no_index: bool,
    /// Whether it stands alone, without header and footer.
    pub is_splash: bool,
    /// How many items lie in it; none in what is said of it alone, and for what holds no items.
    pub item_count: Option<u64>,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// A page with its draft.
#[derive(Clone, Debug, PartialEq)]
pub struct PageDetail {
    /// What lists show.
    pub summary: PageSummary,
    /// The draft.
    pub document: Document,
    /// Raised by each saved draft.
    pub revision: i64,
    /// Revision that visitors see.
    pub published_revision: Option<i64>,
    /// When that was published, UTC milliseconds.
    pub published_on: Option<i64>,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines.
    pub seo_description: String,
}

/// What a contributor saves.
#[derive(Clone, Debug, PartialEq)]
pub struct PageDraft {
    /// Heading.
    pub title: String,
    /// Text in navigations; empty for the title.
    pub navigation_title: String,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines.
    pub seo_description: String,
    /// The blocks.
    pub document: Document,
}

/// A page to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPage {
    /// Its first draft.
    pub draft: PageDraft,
    /// Address below the root.
    pub url_id: String,
    /// Whether it answers at the root.
    pub is_home: bool,
    /// Order among the pages.
    pub position: i32,
    /// Whether visitors see it at once.
    pub publish: bool,
}

impl PageDraft {
    pub(super) fn into_edit(self) -> Draft {
        let texts = [
            ("title", self.title),
            ("navigationTitle", self.navigation_title),
            ("seoTitle", self.seo_title),
            ("seoDescription", self.seo_description),
        ];
        let page = texts.into_iter().map(|(name, text)| (name.to_owned(), Value::from(text))).collect();
        Draft { page, document: self.document }
    }

    pub(crate) fn check(&mut self, checks: &mut Checks) {
        self.title = self.title.trim().to_owned();
        self.navigation_title = self.navigation_title.trim().to_owned();
        if self.navigation_title.is_empty() {
            self.navigation_title = self.title.clone();
        }
        checks.require(!self.title.is_empty(), "title", "Title cannot be blank.");
        for (value, field, most) in [
            (&self.title, "title", 200),
            (&self.navigation_title, "navigationTitle", 200),
            (&self.seo_title, "seoTitle", 200),
            (&self.seo_description, "seoDescription", 400),
        ] {
            checks.require(value.chars().count() <= most, field, format!("Use at most {most} characters."));
        }
    }
}

impl PageSummary {
    pub(crate) fn from_row(
        row: &collection::Model,
        own: Option<&page_setting::Model>,
        in_main_nav: bool,
    ) -> Result<Self, SiteError> {
        Self::of(row, setting::is_published(row), own, in_main_nav)
    }

    /// Of a row whose documents were not read.
    pub(super) fn of(
        row: &collection::Model,
        is_published: bool,
        own: Option<&page_setting::Model>,
        in_main_nav: bool,
    ) -> Result<Self, SiteError> {
        let kind = CollectionKind::from_name(&row.kind)?;
        let draft_differs = row.published_revision != Some(row.revision) || setting::names_differ(row, own);
        let behavior = own.and_then(|own| own.folder_behavior).and_then(FolderBehavior::from_code);
        Ok(Self {
            id: row.id.clone(),
            kind,
            collection_type: CollectionType::from_code(row.type_code).unwrap_or(CollectionType::Generic),
            title: row.title.clone(),
            navigation_title: row.navigation_title.clone(),
            url_id: row.url_id.rsplit('/').next().unwrap_or_default().to_owned(),
            full_url: if row.is_home { "/".to_owned() } else { format!("/{}", row.url_id) },
            is_home: row.is_home,
            in_main_nav,
            enabled: row.enabled,
            has_unpublished_changes: kind.has_draft() && draft_differs,
            is_published: !kind.has_draft() || is_published,
            status: PageStatus::of_draft(!CollectionKind::names_draft(&row.kind) || is_published, own),
            publish_on: own.and_then(|own| own.publish_on),
            publish_failure: own.map(PublishFailure::of).transpose()?.flatten(),
            access: own.map_or(Access::Public, setting::access),
            standing: standing::of_row(row, own),
            folder_behavior: (kind == CollectionKind::Folder).then(|| behavior.unwrap_or_default()),
            no_index: own.is_some_and(|own| own.no_index),
            is_splash: row.type_code == CollectionType::SplashPage.code(),
            item_count: None,
            updated_on: row.updated_on,
        })
    }
}

impl PageDetail {
    pub(crate) fn from_row(
        row: collection::Model,
        own: Option<&page_setting::Model>,
        in_main_nav: bool,
    ) -> Result<Self, SiteError> {
        Ok(Self {
            summary: PageSummary::from_row(&row, own, in_main_nav)?,
            document: row
                .draft
                .as_ref()
                .map(|draft| columns::read("collection.draft", draft))
                .transpose()?
                .unwrap_or_default(),
            revision: row.revision,
            published_revision: row.published_revision,
            published_on: row.published_on,
            seo_title: row.seo_title,
            seo_description: row.seo_description,
        })
    }
}

/// What the address of a page in the trash begins with. No address of a visitor does, so nothing is found there.
const TRASH_MARK: char = '~';

/// The address of a page in the trash.
pub(crate) fn trash_address(id: &CollectionId) -> String {
    format!("{TRASH_MARK}{id}")
}

/// Pattern of the addresses of all pages in the trash.
pub(crate) fn in_trash() -> String {
    format!("{TRASH_MARK}%")
}

/// Whether a text can be an address below the root.
pub(crate) fn is_url_id(text: &str) -> bool {
    is_plain(text) && !RESERVED.contains(&text)
}

/// Whether a text can be a part of an address.
pub(crate) fn is_plain(text: &str) -> bool {
    is_address_part(text, 100)
}

/// First parts of addresses that are the program's own.
const RESERVED: [&str; 14] = [
    "account",
    "admin",
    "api",
    "assets",
    "cart",
    "checkout",
    "cookie-settings",
    "healthz",
    "metrics",
    "popup-overlay",
    "readyz",
    "search",
    "static",
    "themes",
];

#[cfg(test)]
mod tests {
    use super::is_url_id;

    #[test]
    fn addresses_are_plain_and_not_our_own() {
        assert!(is_url_id("about-us") && is_url_id("2026"));
        assert!(!is_url_id("") && !is_url_id("About") && !is_url_id("-a") && !is_url_id("a/b") && !is_url_id("cart"));
    }
}
