//! From a URL to a page: which page it is, the data it needs, its HTML, and the page cache. The preview in the editor
//! and the published page are rendered by the same code.
//!
//! It reads content and products through the site and commerce crates, and depends on no web framework and no plugin
//! runtime; plugins render blocks behind the port in [`plugin`].

pub mod plugin;
pub mod theme;

mod areas;
mod block_settings;
mod block_words;
mod blocks;
mod cache;
mod captcha;
mod data;
mod draw;
mod error;
mod error_page;
mod experiments;
mod feeds;
mod language;
mod link_page;
mod list_page;
mod live;
mod own_thread;
mod page_call;
mod page_json;
mod page_type;
mod previews;
mod redirects;
mod renderer;
mod resolve;
mod sitemap;
mod starter_words;
mod template_files;
mod visitor_script;

pub use block_settings::SettingsTakenOver;
pub use blocks::{BlockKind, BlockSource, BlockVariant, SiteKinds};
pub use cache::StaleAge;
pub use captcha::CaptchaSettings;
pub use data::{FRAME_HOSTS, cookie_banner_in, markdown_html};
pub use draw::BlockError;
pub use error::RenderError;
pub use experiments::ShownVariant;
pub use feeds::{FeedFormat, FeedResponse};
pub use language::{LanguagePath, PageLanguage, language_name};
pub use link_page::NewsPage;
pub use live::{DraftShown, HeaderFooterShown, PreviewDataResponse, PublicSite};
pub use page_call::{InvalidFormInput, PageCall, PageResponse};
pub use page_type::{PageType, SlideType, TemporaryPageType};
pub use previews::{Preview, PreviewCall};
pub use renderer::{Renderer, RendererParts};
pub use starter_words::starter_word;
pub use stoa_page::{Answers, IslandFiles, PluginCall, PluginWords, Questions, escape_html};
pub use template_files::{TemplatePreview, TemplatePreviewCall};
pub use visitor_script::{VisitRules, VisitorScript};
