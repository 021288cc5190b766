//! Pages: drafts that contributors edit, published versions, and page settings.

mod address;
pub mod areas;
mod block_settings;
mod block_uses;
mod buying;
mod create;
mod default_documents;
mod head_code;
pub mod items;
mod lock;
mod model;
pub mod operations;
mod page_metadata;
mod page_version;
pub(crate) mod page_without_document;
pub mod preview_links;
mod publication;
mod published;
pub mod review_comments;
pub mod saved_sections;
mod schedule;
mod service;
mod settings;
mod trash;

pub use address::make_home;
pub use block_settings::{ReplacedSettings, replace_settings};
pub use block_uses::{BlockUse, pages_with_blocks};
pub use buying::{check_can_buy, check_sale};
pub use create::{NewDraft, duplicate, start};
pub use lock::{
    LockTarget, PASSWORD_TOKEN_MS, PageLock, SiteLockState, WHOLE_SITE, lock_site, site_lock, site_lock_of_call,
    site_lock_state, unlock,
};
pub use model::{NewPage, PageDetail, PageDraft, PageSummary};
pub use page_metadata::{FolderBehavior, PublishFailure, failure_messages};
pub use published::{Collection, PublishedSettings, by_url, collections, home, published_by_id, whole_collections};
pub use schedule::{Due, RequestedStatus, StatusChange, next_publication, publish_due, publish_failure, set_status};
pub use service::{PageToSave, PageVersion, SaveContext, create, discard, list, page, publish, save_draft};
pub use settings::{PageSettings, PageSettingsChange, page_settings, save_page_settings};
pub(crate) use trash::remove_of_run;
pub use trash::{TrashedPage, discard_page, next_purge, purge, purge_due, restore, trashed};

pub(crate) use model::{in_trash, is_plain, is_url_id};
pub(crate) use published::published_rows;
pub(crate) use service::{draft_document, publish_document, row};
pub(crate) use settings::existing_image;
