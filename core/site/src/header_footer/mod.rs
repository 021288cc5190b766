//! How a site arranges the top and the foot of its pages.

mod draft;
mod footer;
mod popup;
mod service;
mod settings;

pub use draft::{
    HeaderFooterDraft, HeaderFooterVersion, Step, arranged, discard, draft, history, publish, restore, save_draft, step,
};
pub use footer::{drawn_footer, footer_pictures};
pub use popup::{header_on, shown_popup};
pub use service::{HeaderFooter, read, save, stored};
