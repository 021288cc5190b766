//! JSON types of page settings.

use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, CollectionType, PageAccess, ViewMode};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::{Failure, Precondition};
use stoa_site::content::{FolderBehavior, NewDraft, PageSettings, PageSettingsChange, RequestedStatus, TrashedPage};
use utoipa::ToSchema;

use super::page_out::PageSummaryOut;

/// What a new page, folder or blog is.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NewPageKind {
    /// A blank page.
    #[default]
    Page,
    /// A page without header and footer.
    Cover,
    /// A page with a gallery.
    Gallery,
    /// A page with an album.
    Album,
    /// A page with videos.
    Films,
    /// A page with donations.
    Donation,
    /// A page with appointments.
    Scheduling,
    /// A page with a card of Twitter.
    Twitter,
    /// A page with a card of Instagram.
    Instagram,
    /// A page with a card of Flickr.
    Flickr,
    /// A page with a card of 500px.
    #[serde(rename = "500px")]
    FiveHundredPx,
    /// A page with a card of Foursquare.
    Foursquare,
    /// A folder.
    Folder,
    /// A blog.
    Blog,
    /// A collection of events.
    Events,
    /// A collection of projects.
    Portfolio,
}

impl From<NewPageKind> for CollectionType {
    fn from(kind: NewPageKind) -> Self {
        match kind {
            NewPageKind::Page => Self::Page,
            NewPageKind::Cover => Self::SplashPage,
            NewPageKind::Gallery => Self::SlideGallery,
            NewPageKind::Album => Self::SlideAlbum,
            NewPageKind::Films => Self::SlideVideo,
            NewPageKind::Donation => Self::Donation,
            NewPageKind::Scheduling => Self::Scheduling,
            NewPageKind::Twitter => Self::Twitter,
            NewPageKind::Instagram => Self::Instagram,
            NewPageKind::Flickr => Self::Flickr,
            NewPageKind::FiveHundredPx => Self::FiveHundredPx,
            NewPageKind::Foursquare => Self::Foursquare,
            NewPageKind::Folder => Self::Index,
            NewPageKind::Blog => Self::Generic,
            NewPageKind::Events => Self::Events,
            NewPageKind::Portfolio => Self::Portfolio,
        }
    }
}

/// A page, folder or blog to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewPage)]
pub struct NewPageBody {
    #[schema(min_length = 1, max_length = 200)]
    title: String,
    /// A blank page if omitted.
    #[serde(default)]
    kind: Option<NewPageKind>,
    /// URL slug below the root; made from the title if empty.
    #[serde(default)]
    #[schema(max_length = 100)]
    url_id: Option<String>,
    /// The page whose draft is copied.
    #[serde(default)]
    copy_of: Option<String>,
}

/// Settings of a page besides its blocks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PageSettings)]
pub struct PageSettingsOut {
    #[serde(flatten)]
    summary: PageSummaryOut,
    /// Text below the heading of blogs, stores and folders.
    description: String,
    /// Title for search engines; empty to use the title.
    seo_title: String,
    seo_description: String,
    /// Elements for the head of the page, one `<meta>` or `<link>` element per line.
    head: String,
    /// Image for shared links.
    share_image_id: Option<String>,
    /// Layout of a store or blog.
    view_mode: ViewMode,
    /// Whether a password is set.
    has_password: bool,
    /// Revision of the settings, incremented by each change; 0 before the first.
    pub(in crate::admin) revision: i64,
    /// Revision of the draft from which title and SEO texts were read.
    draft_revision: i64,
}

/// Settings of a page to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PageSettingsChange)]
pub struct PageSettingsBody {
    #[schema(min_length = 1, max_length = 200)]
    title: String,
    #[serde(default)]
    #[schema(max_length = 200)]
    navigation_title: String,
    #[schema(max_length = 100)]
    url_id: String,
    #[serde(default)]
    #[schema(max_length = 2000)]
    description: String,
    #[serde(default)]
    #[schema(max_length = 200)]
    seo_title: String,
    #[serde(default)]
    #[schema(max_length = 400)]
    seo_description: String,
    #[serde(default)]
    no_index: bool,
    #[serde(default)]
    #[schema(max_length = 4000)]
    head: String,
    #[serde(default)]
    share_image_id: Option<String>,
    enabled: bool,
    access: PageAccess,
    /// A new password; omitted to keep the present one.
    #[serde(default)]
    #[schema(min_length = 4, max_length = 100)]
    password: Option<String>,
    /// Behaviour of the address of a folder: 1 index, 2 redirect, 3 none.
    #[serde(default)]
    folder_behavior: Option<i32>,
    /// Layout of a store or blog; that of the theme if omitted.
    #[serde(default)]
    view_mode: ViewMode,
    /// Whether a page is shown without header and footer.
    #[serde(default)]
    is_splash: bool,
    /// The `draftRevision` that was read: changes that others made to title and SEO texts since are merged. If omitted,
    /// they are overwritten.
    #[serde(default)]
    draft_revision: Option<i64>,
}

/// A status that a page can be given.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NewPageStatus {
    /// Unpublished.
    Draft,
    /// The draft waits for review.
    NeedsReview,
    /// The draft is published at a given time.
    Scheduled,
    /// Ends a schedule or review; the page stays published.
    Published,
}

/// A new status of a page.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PageStatusChange)]
pub struct PageStatusBody {
    /// `published` cancels a schedule or review of a page that is published.
    status: NewPageStatus,
    /// With `scheduled`: time of publication, UTC milliseconds.
    #[serde(default)]
    publish_on: Option<i64>,
}

/// A page in the trash.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TrashedPage)]
pub struct TrashedPageOut {
    id: String,
    kind: CollectionKind,
    /// Number of items that are restored with a blog.
    item_count: Option<u64>,
    title: String,
    /// Its former URL slug.
    url_id: String,
    /// UTC milliseconds.
    trashed_on: i64,
    /// When it is deleted permanently, UTC milliseconds.
    gone_on: i64,
}

/// Contents of the trash, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PageTrash)]
pub struct PageTrashOut {
    pub(in crate::admin) pages: Vec<TrashedPageOut>,
}

fn wrong(field: &str, message: &str) -> Failure {
    Failure::validation(FieldErrors::from([(field.to_owned(), message.to_owned())]))
}

impl NewPageBody {
    pub(in crate::admin) fn into_draft(self) -> NewDraft {
        let collection_type = self.kind.unwrap_or_default().into();
        NewDraft { collection_type, title: self.title, url_id: self.url_id, copy_of: self.copy_of }
    }
}

impl PageSettingsBody {
    pub(in crate::admin) fn into_change(self, seen: Precondition) -> Result<PageSettingsChange, Failure> {
        let behavior = self.folder_behavior.map_or(Some(FolderBehavior::default()), FolderBehavior::from_code);
        Ok(PageSettingsChange {
            title: self.title,
            navigation_title: self.navigation_title,
            url_id: self.url_id,
            description: self.description,
            seo_title: self.seo_title,
            seo_description: self.seo_description,
            no_index: self.no_index,
            head: self.head,
            share_image: self.share_image_id,
            enabled: self.enabled,
            access: self.access,
            password: self.password,
            folder_behavior: behavior.ok_or_else(|| wrong("folderBehavior", "Choose 1, 2 or 3."))?,
            view_mode: self.view_mode,
            is_splash: self.is_splash,
            seen,
            draft_revision: self.draft_revision,
        })
    }
}

impl PageStatusBody {
    pub(in crate::admin) fn into_next(self) -> Result<RequestedStatus, Failure> {
        match (self.status, self.publish_on) {
            (NewPageStatus::Draft, _) => Ok(RequestedStatus::Draft),
            (NewPageStatus::NeedsReview, _) => Ok(RequestedStatus::NeedsReview),
            (NewPageStatus::Published, _) => Ok(RequestedStatus::Published),
            (NewPageStatus::Scheduled, Some(time)) => Ok(RequestedStatus::Scheduled(Timestamp::from_ms(time))),
            (NewPageStatus::Scheduled, None) => {
                Err(wrong("publishOn", stoa_kernel::contributor_texts::CHOOSE_A_TIME.english()))
            }
        }
    }
}

impl From<PageSettings> for PageSettingsOut {
    fn from(page: PageSettings) -> Self {
        Self {
            summary: page.summary.into(),
            description: page.description,
            seo_title: page.seo_title,
            seo_description: page.seo_description,
            head: page.head,
            share_image_id: page.share_image.map(String::from),
            view_mode: page.view_mode,
            has_password: page.has_password,
            revision: page.revision,
            draft_revision: page.draft_revision,
        }
    }
}

impl From<TrashedPage> for TrashedPageOut {
    fn from(page: TrashedPage) -> Self {
        Self {
            id: page.id.into(),
            kind: page.kind,
            item_count: page.item_count,
            title: page.title,
            url_id: page.url_id,
            trashed_on: page.trashed_on.ms(),
            gone_on: page.gone_on.ms(),
        }
    }
}
