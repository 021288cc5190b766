//! JSON types of page settings.

use serde::{Deserialize, Serialize};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::{Failure, Precondition};
use stoa_site::content::{
    Access, CollectionType, FolderBehavior, NewDraft, PageSettings, PageSettingsChange, RequestedStatus, TrashedPage,
    ViewMode,
};
use utoipa::ToSchema;

use super::page_out::PageSummaryOut;

/// A page, folder or blog to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewPage)]
pub struct NewPageBody {
    title: String,
    /// `page`, or a page with initial content: `gallery`, `album`, `films`, `donation`, `scheduling`, or the card of a
    /// service: `twitter`, `instagram`, `flickr`, `500px` or `foursquare`; `cover` for a page without header and
    /// footer; `folder`, or a blog by the type of its items: `blog`, `events` or `portfolio`.
    #[serde(default)]
    kind: Option<String>,
    /// URL slug below the root; made from the title if empty.
    #[serde(default)]
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
    /// Layout of a store or blog: `list`, `grid` or `product`; empty for that of the theme.
    view_mode: String,
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
    title: String,
    #[serde(default)]
    navigation_title: String,
    url_id: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    seo_title: String,
    #[serde(default)]
    seo_description: String,
    #[serde(default)]
    no_index: bool,
    #[serde(default)]
    head: String,
    #[serde(default)]
    share_image_id: Option<String>,
    enabled: bool,
    /// `public`, `private`, `password` or `members`.
    access: String,
    /// A new password; omitted to keep the present one.
    #[serde(default)]
    password: Option<String>,
    /// Behaviour of the address of a folder: 1 index, 2 redirect, 3 none.
    #[serde(default)]
    folder_behavior: Option<i32>,
    /// Layout of a store or blog: `list`, `grid` or `product`; empty for that of the theme.
    #[serde(default)]
    view_mode: String,
    /// Whether a page is shown without header and footer.
    #[serde(default)]
    is_splash: bool,
    /// The `draftRevision` that was read: changes that others made to title and SEO texts since are merged. If omitted,
    /// they are overwritten.
    #[serde(default)]
    draft_revision: Option<i64>,
}

/// A new status of a page.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PageStatusChange)]
pub struct PageStatusBody {
    /// `draft`, `needs-review`, `scheduled`, or `published` to cancel a schedule or review and remain published.
    status: String,
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
    /// `page`, `folder`, `item`, `blog` or `store`.
    kind: String,
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
    pub(in crate::admin) fn into_draft(self) -> Result<NewDraft, Failure> {
        let collection_type = match self.kind.as_deref() {
            None | Some("page") => CollectionType::Page,
            Some("cover") => CollectionType::SplashPage,
            Some("gallery") => CollectionType::SlideGallery,
            Some("album") => CollectionType::SlideAlbum,
            Some("films") => CollectionType::SlideVideo,
            Some("donation") => CollectionType::Donation,
            Some("scheduling") => CollectionType::Scheduling,
            Some("twitter") => CollectionType::Twitter,
            Some("instagram") => CollectionType::Instagram,
            Some("flickr") => CollectionType::Flickr,
            Some("500px") => CollectionType::FiveHundredPx,
            Some("foursquare") => CollectionType::Foursquare,
            Some("folder") => CollectionType::Index,
            Some("blog") => CollectionType::Generic,
            Some("events") => CollectionType::Events,
            Some("portfolio") => CollectionType::Portfolio,
            Some(_) => {
                let message = "Choose page, cover, gallery, album, films, donation, scheduling, twitter, instagram, \
                               flickr, 500px, foursquare, folder, blog, events or portfolio.";
                return Err(wrong("kind", message));
            }
        };
        Ok(NewDraft { collection_type, title: self.title, url_id: self.url_id, copy_of: self.copy_of })
    }
}

impl PageSettingsBody {
    pub(in crate::admin) fn into_change(self, seen: Precondition) -> Result<PageSettingsChange, Failure> {
        let access = Access::from_name(&self.access);
        let behavior = self.folder_behavior.map_or(Some(FolderBehavior::default()), FolderBehavior::from_code);
        let view_mode =
            Some(ViewMode::from_name(&self.view_mode)).filter(|mode| mode.is_some() || self.view_mode.is_empty());
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
            access: access.ok_or_else(|| wrong("access", "Choose public, private, password or members."))?,
            password: self.password,
            folder_behavior: behavior.ok_or_else(|| wrong("folderBehavior", "Choose 1, 2 or 3."))?,
            view_mode: view_mode.ok_or_else(|| wrong("viewMode", "Choose list, grid or product."))?,
            is_splash: self.is_splash,
            seen,
            draft_revision: self.draft_revision,
        })
    }
}

impl PageStatusBody {
    pub(in crate::admin) fn into_next(self) -> Result<RequestedStatus, Failure> {
        match (self.status.as_str(), self.publish_on) {
            ("draft", _) => Ok(RequestedStatus::Draft),
            ("needs-review", _) => Ok(RequestedStatus::NeedsReview),
            ("published", _) => Ok(RequestedStatus::Published),
            ("scheduled", Some(time)) => Ok(RequestedStatus::Scheduled(time)),
            ("scheduled", None) => Err(wrong("publishOn", "Choose a time.")),
            _ => Err(wrong("status", "Choose draft, needs-review, scheduled or published.")),
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
            view_mode: page.view_mode.map(ViewMode::name).unwrap_or_default().to_owned(),
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
            kind: page.kind.name().to_owned(),
            item_count: page.item_count,
            title: page.title,
            url_id: page.url_id,
            trashed_on: page.trashed_on,
            gone_on: page.gone_on,
        }
    }
}
