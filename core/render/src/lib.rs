//! From an address to a page: which page it is, the data it needs, its HTML, and the cache in front
//! of all that. The page in the editor and the page on the web come from the same code.
//!
//! It asks the site and the shop for what they show and knows no web framework and no plugin
//! runtime; plugins draw blocks behind the port in [`plugin`].

pub mod plugin;
pub mod theme;

mod blocks;
mod cache;
mod captcha;
mod data;
mod draw;
mod elsewhere;
mod error;
mod failed;
mod feeds;
mod list_page;
mod live;
mod news_page;
mod page_json;
mod page_type;
mod renderer;
mod resolve;
mod sitemap;
mod template_files;

pub use blocks::{BlockKind, BlockSource, BlockVariant, SiteKinds};
pub use cache::Held;
pub use captcha::CaptchaFace;
pub use data::FRAME_HOSTS;
pub use draw::BlockError;
pub use error::RenderError;
pub use feeds::{FeedAnswer, FeedFormat};
pub use live::{HeaderFooterShown, MaterialAnswer, SiteFace};
pub use news_page::NewsPage;
pub use page_type::{PageType, SlideType, TemporaryPageType};
pub use renderer::{FormTry, PageAnswer, PageCall, Preview, PreviewCall, Renderer, RendererParts};
pub use stoa_page::{Answers, IslandFiles, PluginCall, PluginWords, Questions, escape_html};
pub use template_files::{TemplatePreview, TemplatePreviewCall};
