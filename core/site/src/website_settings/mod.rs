//! Visitor-related settings of a website: cookies and consent, comments, likes, share buttons, format of amounts.

mod analytics;
mod model;
mod service;
mod session_recording;
mod share;

pub use analytics::AnalyticsSettings;
pub use model::{CommentSettings, CookieBanner, CookieSettings, WebsiteSettings};
pub use service::{WebsiteSettingsState, get, save, stored};
pub use session_recording::RecordingRule;
pub use share::{ShareSettings, Shared};
