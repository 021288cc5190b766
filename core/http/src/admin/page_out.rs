//! Pages on the wire.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_document::Document;
use stoa_kernel::Failure;
use stoa_kernel::error::FieldErrors;
use stoa_render::{BlockError, Preview};
use stoa_site::content::{FolderBehavior, PageDetail, PageDraft, PageSummary, PublishFailure};
use utoipa::ToSchema;

use super::document_out::DocumentSchema;

/// A page, blog or store in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageSummaryOut {
    id: String,
    /// `page`, `blog`, `store` or `folder`; `item` for what lies in blogs.
    kind: String,
    /// What it is by its number, such as `page`, `slide-gallery`, `index`, `generic`, `events`, `portfolio` or `products`.
    collection_type: String,
    title: String,
    navigation_title: String,
    url_id: String,
    /// Path on the site.
    full_url: String,
    is_home: bool,
    in_main_nav: bool,
    enabled: bool,
    /// Whether the draft differs from what visitors see.
    has_unpublished_changes: bool,
    /// Whether something of it was published; of kinds without drafts everything is.
    is_published: bool,
    /// `draft`, `needs-review`, `scheduled`, `published` or `private`.
    status: String,
    /// When the draft is published by itself, UTC milliseconds.
    publish_on: Option<i64>,
    /// Why the draft was not published when its time had come; gone with the next change of its status.
    publish_failure: Option<PublishFailureOut>,
    /// Who may open it: `public`, `private`, `password` or `members`.
    access: String,
    /// Another word as soon as somebody else publishes it, takes it back, schedules it or lets others open it; named in
    /// `If-Match` by who changes its status or deletes it.
    standing: String,
    /// What the address of a folder answers: 1 index, 2 redirect, 3 none.
    folder_behavior: Option<i32>,
    /// Whether search engines are asked to leave it out.
    no_index: bool,
    /// Whether it stands alone, without header and footer.
    is_splash: bool,
    /// How many items lie in a blog, in lists of pages.
    item_count: Option<u64>,
    /// UTC milliseconds.
    updated_on: i64,
}

/// Why a draft was not published when its time had come.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PublishFailure)]
pub struct PublishFailureOut {
    /// When it should have been published, UTC milliseconds.
    failed_on: i64,
    /// What is not right, each said once.
    messages: Vec<String>,
}

/// Everything with an address of its own at the top level.
#[derive(Debug, Serialize, ToSchema)]
pub struct PagesOut {
    pub(super) pages: Vec<PageSummaryOut>,
}

/// A page with its draft.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageOut {
    #[serde(flatten)]
    summary: PageSummaryOut,
    /// The draft: sections of rows of columns of blocks.
    #[schema(value_type = DocumentSchema)]
    document: Document,
    /// Raised by each saved draft.
    pub(super) revision: i64,
    published_revision: Option<i64>,
    /// UTC milliseconds.
    published_on: Option<i64>,
    seo_title: String,
    seo_description: String,
}

/// A draft to be saved.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageBody {
    title: String,
    #[serde(default)]
    navigation_title: String,
    #[serde(default)]
    seo_title: String,
    #[serde(default)]
    seo_description: String,
    #[schema(value_type = DocumentSchema)]
    document: Value,
}

/// The draft that visitors shall see.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PublishBody {
    pub(super) revision: i64,
}

/// A draft to look at.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PreviewBody {
    #[schema(value_type = DocumentSchema)]
    document: Value,
}

/// What went wrong in a block, or in the theme when no block is named.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockErrorOut {
    block_id: Option<String>,
    message: String,
    /// Line in the template, from 1; 0 without a place.
    line: u32,
    /// Character in the line, from 1; 0 without a place.
    column: u32,
}

/// A draft as visitors would see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreviewOut {
    /// The whole page.
    html: String,
    errors: Vec<BlockErrorOut>,
}

fn document_of(value: &Value) -> Result<Document, Failure> {
    Document::from_json(value)
        .map_err(|message| Failure::validation(FieldErrors::from([("document".to_owned(), message)])))
}

impl PageBody {
    pub(super) fn into_draft(self) -> Result<PageDraft, Failure> {
        Ok(PageDraft {
            document: document_of(&self.document)?,
            title: self.title,
            navigation_title: self.navigation_title,
            seo_title: self.seo_title,
            seo_description: self.seo_description,
        })
    }
}

impl PreviewBody {
    pub(super) fn into_document(self) -> Result<Document, Failure> {
        document_of(&self.document)
    }
}

impl From<PublishFailure> for PublishFailureOut {
    fn from(failure: PublishFailure) -> Self {
        Self { failed_on: failure.failed_on, messages: failure.messages() }
    }
}

impl From<PageSummary> for PageSummaryOut {
    fn from(page: PageSummary) -> Self {
        Self {
            id: page.id.into(),
            kind: page.kind.name().to_owned(),
            collection_type: page.collection_type.name().to_owned(),
            title: page.title,
            navigation_title: page.navigation_title,
            url_id: page.url_id,
            full_url: page.full_url,
            is_home: page.is_home,
            in_main_nav: page.in_main_nav,
            enabled: page.enabled,
            has_unpublished_changes: page.has_unpublished_changes,
            is_published: page.is_published,
            status: page.status.name().to_owned(),
            publish_on: page.publish_on,
            publish_failure: page.publish_failure.map(PublishFailureOut::from),
            access: page.access.name().to_owned(),
            standing: page.standing,
            folder_behavior: page.folder_behavior.map(FolderBehavior::code),
            no_index: page.no_index,
            is_splash: page.is_splash,
            item_count: page.item_count,
            updated_on: page.updated_on,
        }
    }
}

impl From<PageDetail> for PageOut {
    fn from(page: PageDetail) -> Self {
        Self {
            summary: page.summary.into(),
            document: page.document,
            revision: page.revision,
            published_revision: page.published_revision,
            published_on: page.published_on,
            seo_title: page.seo_title,
            seo_description: page.seo_description,
        }
    }
}

impl From<BlockError> for BlockErrorOut {
    fn from(error: BlockError) -> Self {
        let message = match error.file {
            Some(file) => format!("{file}: {}", error.message),
            None => error.message,
        };
        Self { block_id: error.block_id, message, line: error.line, column: error.column }
    }
}

impl From<Preview> for PreviewOut {
    fn from(preview: Preview) -> Self {
        Self { html: preview.html, errors: preview.errors.into_iter().map(BlockErrorOut::from).collect() }
    }
}
