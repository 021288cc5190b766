//! What an owner chooses about visitors: what is remembered of them and whether they are asked, comments, likes, how
//! amounts are written.

mod model;
mod service;

pub use model::{Approval, CommentSettings, CookieBanner, CookieSettings, WebsiteSettings};
pub use service::{WebsiteSettingsState, get, save, stored};
