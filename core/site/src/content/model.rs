//! Pages as contributors see and save them.

use serde_json::Value;
use stoa_document::Document;
use stoa_document::edit::Draft;
use stoa_entity::json_column;
use stoa_entity::tenant::{collection, page_setting};
use stoa_kernel::address::{is_address_part, is_reserved_address};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, CollectionType, PageAccess, PageStatus};
use stoa_kernel::error::Checks;
use stoa_kernel::id::CollectionId;

use super::page_metadata::{self, FolderBehavior, PublishFailure};
use super::page_version;
use crate::SiteError;
use crate::contributor_texts;

/// Path of a row. An area is previewed on the home page.
pub(crate) fn path_of(row: &collection::Model) -> String {
    if row.is_home || row.kind == CollectionKind::Area { "/".to_owned() } else { format!("/{}", row.url_id) }
}

/// A page, blog, store, folder, item or area, as contributors see it.
#[derive(Clone, Debug, PartialEq)]
pub struct PageSummary {
    /// Its id.
    pub id: CollectionId,
    /// Its kind.
    pub kind: CollectionKind,
    /// Type of its items, or of the page.
    pub collection_type: CollectionType,
    /// Title.
    pub title: String,
    /// Title in navigations.
    pub navigation_title: String,
    /// URL slug at the top level; the id of an area.
    pub url_id: String,
    /// Path on the site; for an area, the home page.
    pub full_url: String,
    /// Whether visitors do not see it there, since the program answers the path itself. Only pages from before it did.
    pub has_reserved_address: bool,
    /// Whether it is the home page.
    pub is_home: bool,
    /// Whether the main navigation links to it.
    pub in_main_nav: bool,
    /// Whether visitors can open it.
    pub enabled: bool,
    /// Whether the draft differs from what visitors see.
    pub has_unpublished_changes: bool,
    /// Whether it was published; always true for kinds without drafts.
    pub is_published: bool,
    /// Its publication status.
    pub status: PageStatus,
    /// When its draft is published automatically, UTC milliseconds.
    pub publish_on: Option<Timestamp>,
    /// Why the scheduled publication failed.
    pub publish_failure: Option<PublishFailure>,
    /// Who may open it.
    pub access: PageAccess,
    /// Version for `If-Match`: changes with publication, schedule, review flag, home flag and access; not with edits of
    /// the draft.
    pub standing: String,
    /// What the URL of a folder returns; none for other kinds.
    pub folder_behavior: Option<FolderBehavior>,
    /// Whether search engines are asked not to index it (`noindex`).
    pub no_index: bool,
    /// Whether it is a splash page, without header and footer.
    pub is_splash: bool,
    /// Number of items; none where a single page is returned, and for kinds without items.
    pub item_count: Option<u64>,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// A page with its draft.
#[derive(Clone, Debug, PartialEq)]
pub struct PageDetail {
    /// Summary, as in lists.
    pub summary: PageSummary,
    /// The draft.
    pub document: Document,
    /// Incremented by each saved draft.
    pub revision: i64,
    /// Revision that is published.
    pub published_revision: Option<i64>,
    /// When that was published, UTC milliseconds.
    pub published_on: Option<Timestamp>,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines.
    pub seo_description: String,
}

/// A draft to save.
#[derive(Clone, Debug, PartialEq)]
pub struct PageDraft {
    /// Title.
    pub title: String,
    /// Title in navigations; empty to use the title.
    pub navigation_title: String,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines.
    pub seo_description: String,
    /// The blocks.
    pub document: Document,
}

/// A page to create.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPage {
    /// Its first draft.
    pub draft: PageDraft,
    /// URL slug at the top level.
    pub url_id: String,
    /// Whether it is the home page.
    pub is_home: bool,
    /// Position among the pages.
    pub position: i32,
    /// Whether it is published immediately.
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
        checks.require(!self.title.is_empty(), "title", contributor_texts::TITLE_CANNOT_BE_BLANK);
        for (value, field, most) in [
            (&self.title, "title", 200),
            (&self.navigation_title, "navigationTitle", 200),
            (&self.seo_title, "seoTitle", 200),
            (&self.seo_description, "seoDescription", 400),
        ] {
            checks.require(
                value.chars().count() <= most,
                field,
                stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", most).to_string(),
            );
        }
    }
}

impl PageSummary {
    pub(crate) fn from_row(row: &collection::Model, own: Option<&page_setting::Model>, in_main_nav: bool) -> Self {
        Self::of(row, page_metadata::is_published(row), own, in_main_nav)
    }

    /// From a row whose documents were not read.
    pub(super) fn of(
        row: &collection::Model,
        is_published: bool,
        own: Option<&page_setting::Model>,
        in_main_nav: bool,
    ) -> Self {
        let kind = row.kind;
        let draft_differs = row.published_revision != Some(row.revision) || page_metadata::metadata_differs(row, own);
        let behavior = own.and_then(|own| own.folder_behavior).and_then(FolderBehavior::from_code);
        Self {
            id: row.id.clone(),
            kind,
            collection_type: CollectionType::from_code(row.type_code).unwrap_or(CollectionType::Generic),
            title: row.title.clone(),
            navigation_title: row.navigation_title.clone(),
            url_id: row.url_id.rsplit('/').next().unwrap_or_default().trim_start_matches(AREA_MARK).to_owned(),
            full_url: path_of(row),
            has_reserved_address: !row.is_home && is_reserved_address(&row.url_id),
            is_home: row.is_home,
            in_main_nav,
            enabled: row.enabled,
            has_unpublished_changes: kind.has_draft() && draft_differs,
            is_published: !kind.has_draft() || is_published,
            status: page_metadata::status_of(!kind.has_draft() || is_published, own),
            publish_on: own.and_then(|own| own.publish_on),
            publish_failure: own.and_then(page_metadata::failure_of),
            access: own.map(|own| own.access).unwrap_or_default(),
            standing: page_version::of_row(row, own),
            folder_behavior: (kind == CollectionKind::Folder).then(|| behavior.unwrap_or_default()),
            no_index: own.is_some_and(|own| own.no_index),
            is_splash: row.type_code == CollectionType::SplashPage.code(),
            item_count: None,
            updated_on: row.updated_on,
        }
    }
}

impl PageDetail {
    pub(crate) fn from_row(
        row: collection::Model,
        own: Option<&page_setting::Model>,
        in_main_nav: bool,
    ) -> Result<Self, SiteError> {
        Ok(Self {
            summary: PageSummary::from_row(&row, own, in_main_nav),
            document: row
                .draft
                .as_ref()
                .map(|draft| json_column::read("collection.draft", draft))
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

/// Prefix of the stored slug of an area. Invalid in URLs, so visitors cannot open it.
pub(crate) const AREA_MARK: char = '@';

/// Stored slug of an area.
pub(crate) fn area_address(id: &str) -> String {
    format!("{AREA_MARK}{id}")
}

/// Prefix of the stored slug of a page in the trash. Invalid in URLs, so visitors cannot open it.
const TRASH_MARK: char = '~';

/// Stored slug of a page in the trash.
pub(crate) fn trash_address(id: &CollectionId) -> String {
    format!("{TRASH_MARK}{id}")
}

/// `LIKE` pattern for the slugs of all pages in the trash.
pub(crate) fn in_trash() -> String {
    format!("{TRASH_MARK}%")
}

/// Whether a text is a valid top-level slug.
pub(crate) fn is_url_id(text: &str) -> bool {
    is_plain(text) && !is_reserved_address(text)
}

/// Whether a text is a valid URL path segment.
pub(crate) fn is_plain(text: &str) -> bool {
    is_address_part(text, 100)
}

#[cfg(test)]
mod tests {
    use super::is_url_id;

    #[test]
    fn slug_validation() {
        assert!(is_url_id("about-us") && is_url_id("2026"));
        assert!(!is_url_id("") && !is_url_id("About") && !is_url_id("-a") && !is_url_id("a/b") && !is_url_id("cart"));
    }
}
