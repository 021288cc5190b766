//! Header, footer and popup of a site.

mod draft;
mod footer;
mod popup;
mod service;
mod settings;

pub use draft::{
    HeaderFooterDraft, HeaderFooterVersion, Step, arranged, discard, draft, history, publish, restore, save_draft, step,
};
pub use footer::{footer_for_templates, footer_images};
pub use popup::{SignUpWords, header_for_page, shown_popup};
pub use service::{HeaderFooter, HeaderFooterSettings, read, save, stored};
