//! JSON types of pages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_document::Document;
use stoa_kernel::Failure;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, CollectionType, PageAccess, PageStatus};
use stoa_kernel::error::FieldErrors;
use stoa_render::{BlockError, Preview};
use stoa_site::content::{FolderBehavior, PageDetail, PageDraft, PageSummary, PublishFailure, failure_messages};
use utoipa::ToSchema;

use super::document_out::DocumentSchema;
use crate::problem::{ProblemTextOut, contributor_texts_of};

/// A page, blog or store in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageSummaryOut {
    id: String,
    kind: CollectionKind,
    collection_type: CollectionType,
    title: String,
    navigation_title: String,
    url_id: String,
    /// Path on the site.
    full_url: String,
    /// Whether visitors do not see it there, since the path is reserved. Give it another one.
    has_reserved_address: bool,
    is_home: bool,
    in_main_nav: bool,
    enabled: bool,
    /// Whether the draft differs from the published version.
    has_unpublished_changes: bool,
    /// Whether a version of it is published; always true for kinds without drafts.
    is_published: bool,
    status: PageStatus,
    /// Scheduled time of publication, UTC milliseconds.
    publish_on: Option<i64>,
    /// Why the scheduled publication failed; cleared by the next status change.
    publish_failure: Option<PublishFailureOut>,
    access: PageAccess,
    /// Version for `If-Match` when changing its status or deleting it. Changes with publication, schedule, review flag,
    /// home flag and access; not with edits of the draft.
    standing: String,
    /// Behaviour of the address of a folder: 1 index, 2 redirect, 3 none.
    folder_behavior: Option<i32>,
    /// Whether it is excluded from search engines (noindex).
    no_index: bool,
    /// Whether it is shown without header and footer.
    is_splash: bool,
    /// Number of items of a blog; only in lists of pages.
    item_count: Option<u64>,
    /// UTC milliseconds.
    updated_on: i64,
}

/// Why a scheduled publication failed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PublishFailure)]
pub struct PublishFailureOut {
    /// When it was due, UTC milliseconds.
    failed_on: i64,
    /// The problems, without repetitions.
    messages: Vec<String>,
    /// What they say, for clients that say it in other words; those without a code are left out.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    message_texts: BTreeMap<String, ProblemTextOut>,
}

/// All pages, blogs, stores and folders at the top level.
#[derive(Debug, Serialize, ToSchema)]
pub struct PagesOut {
    pub(in crate::admin) pages: Vec<PageSummaryOut>,
}

/// A page with its draft.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageOut {
    #[serde(flatten)]
    summary: PageSummaryOut,
    /// The draft: a document of sections, rows, columns and blocks.
    #[schema(value_type = DocumentSchema)]
    document: Document,
    /// Revision, incremented by each saved draft.
    pub(in crate::admin) revision: i64,
    published_revision: Option<i64>,
    /// UTC milliseconds.
    published_on: Option<i64>,
    seo_title: String,
    seo_description: String,
}

/// A draft to save.
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

/// The draft to publish.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PublishBody {
    pub(in crate::admin) revision: i64,
}

/// A draft to preview.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PreviewBody {
    #[schema(value_type = DocumentSchema)]
    document: Value,
}

/// An error of a block, or of the theme if no block is given.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockErrorOut {
    block_id: Option<String>,
    message: String,
    /// Line in the template, from 1; 0 if unknown.
    line: u32,
    /// Column in the line, from 1; 0 if unknown.
    column: u32,
}

/// A preview: the draft as visitors would see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreviewOut {
    /// HTML of the whole page.
    html: String,
    errors: Vec<BlockErrorOut>,
}

fn document_of(value: &Value) -> Result<Document, Failure> {
    Document::from_json(value)
        .map_err(|message| Failure::validation(FieldErrors::from([("document".to_owned(), message)])))
}

impl PageBody {
    pub(in crate::admin) fn into_draft(self) -> Result<PageDraft, Failure> {
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
    pub(in crate::admin) fn into_document(self) -> Result<Document, Failure> {
        document_of(&self.document)
    }
}

impl From<PublishFailure> for PublishFailureOut {
    fn from(failure: PublishFailure) -> Self {
        let messages = failure_messages(&failure);
        let message_texts = contributor_texts_of(&messages);
        Self { failed_on: failure.failed_on.ms(), message_texts, messages }
    }
}

impl From<PageSummary> for PageSummaryOut {
    fn from(page: PageSummary) -> Self {
        Self {
            id: page.id.into(),
            kind: page.kind,
            collection_type: page.collection_type,
            title: page.title,
            navigation_title: page.navigation_title,
            url_id: page.url_id,
            full_url: page.full_url,
            has_reserved_address: page.has_reserved_address,
            is_home: page.is_home,
            in_main_nav: page.in_main_nav,
            enabled: page.enabled,
            has_unpublished_changes: page.has_unpublished_changes,
            is_published: page.is_published,
            status: page.status,
            publish_on: page.publish_on.map(Timestamp::ms),
            publish_failure: page.publish_failure.map(PublishFailureOut::from),
            access: page.access,
            standing: page.standing,
            folder_behavior: page.folder_behavior.map(FolderBehavior::code),
            no_index: page.no_index,
            is_splash: page.is_splash,
            item_count: page.item_count,
            updated_on: page.updated_on.ms(),
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
            published_on: page.published_on.map(Timestamp::ms),
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
