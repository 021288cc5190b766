//! What an owner chooses about visitors: what is remembered of them and whether they are asked, comments, likes, where
//! things are passed on, how amounts are written.

mod model;
mod service;
mod share;

pub use model::{Approval, CommentSettings, CookieBanner, CookieSettings, WebsiteSettings};
pub use service::{WebsiteSettingsState, get, save, stored};
pub use share::{ShareService, ShareSettings, Shared};
