//! Settings of pages on the wire.

use serde::{Deserialize, Serialize};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::{Failure, Precondition};
use stoa_site::content::{
    Access, CollectionType, FolderBehavior, NewDraft, NextStatus, PageSettings, PageSettingsChange, TrashedPage,
    ViewMode,
};
use utoipa::ToSchema;

use super::page_out::PageSummaryOut;

/// A page, folder or blog to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewPage)]
pub struct NewPageBody {
    title: String,
    /// `page`, or a page by what it begins with: `gallery`, `album`, `films`, `donation`, `scheduling`, or the card of a
    /// service: `twitter`, `instagram`, `flickr`, `500px` or `foursquare`; `cover` for a page that stands alone; `folder`,
    /// or a blog by what lies in it: `blog`, `events` or `portfolio`.
    #[serde(default)]
    kind: Option<String>,
    /// Address below the root; empty to make one of the title.
    #[serde(default)]
    url_id: Option<String>,
    /// The page whose draft it begins with.
    #[serde(default)]
    copy_of: Option<String>,
}

/// What is arranged about a page beside its blocks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PageSettings)]
pub struct PageSettingsOut {
    #[serde(flatten)]
    summary: PageSummaryOut,
    /// Text under the heading of blogs, stores and folders.
    description: String,
    /// Title for search engines; empty to use the title.
    seo_title: String,
    seo_description: String,
    /// Lines for the head of the page, one `<meta>` or `<link>` element on each.
    head: String,
    /// Picture shown when the page is shared.
    share_image_id: Option<String>,
    /// How a store or blog shows what is in it: `list`, `grid` or `product`; empty as the theme does.
    view_mode: String,
    /// Whether a password is kept for it.
    has_password: bool,
    /// Raised by each change of the settings; 0 before the first.
    pub(super) revision: i64,
    /// Revision of the draft that titles and texts for search engines were read of.
    draft_revision: i64,
}

/// What shall be arranged about a page.
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
    /// A new password; left out to keep the one there is.
    #[serde(default)]
    password: Option<String>,
    /// What the address of a folder answers: 1 index, 2 redirect, 3 none.
    #[serde(default)]
    folder_behavior: Option<i32>,
    /// How a store or blog shows what is in it: `list`, `grid` or `product`; empty as the theme does.
    #[serde(default)]
    view_mode: String,
    /// Whether a page stands alone, without header and footer.
    #[serde(default)]
    is_splash: bool,
    /// As it was told with the settings: what others wrote since in titles and texts for search engines stays. Left out,
    /// they replace what is there.
    #[serde(default)]
    draft_revision: Option<i64>,
}

/// Where a page shall stand.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PageStatusChange)]
pub struct PageStatusBody {
    /// `draft`, `needs-review`, `scheduled`, or `published` to wait for nothing and stay as published.
    status: String,
    /// With `scheduled`: when, UTC milliseconds.
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
    /// How many items come back with a blog.
    item_count: Option<u64>,
    title: String,
    /// The address it had.
    url_id: String,
    /// UTC milliseconds.
    trashed_on: i64,
    /// When it is gone for good, UTC milliseconds.
    gone_on: i64,
}

/// What lies in the trash, the latest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PageTrash)]
pub struct PageTrashOut {
    pub(super) pages: Vec<TrashedPageOut>,
}

fn wrong(field: &str, message: &str) -> Failure {
    Failure::validation(FieldErrors::from([(field.to_owned(), message.to_owned())]))
}

impl NewPageBody {
    pub(super) fn into_draft(self) -> Result<NewDraft, Failure> {
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
    pub(super) fn into_change(self, seen: Precondition) -> Result<PageSettingsChange, Failure> {
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
    pub(super) fn into_next(self) -> Result<NextStatus, Failure> {
        match (self.status.as_str(), self.publish_on) {
            ("draft", _) => Ok(NextStatus::Draft),
            ("needs-review", _) => Ok(NextStatus::NeedsReview),
            ("published", _) => Ok(NextStatus::Published),
            ("scheduled", Some(time)) => Ok(NextStatus::Scheduled(time)),
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
