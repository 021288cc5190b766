//! A theme with a site's customized files: published, as preview of drafts, and its problems.

mod check;
mod originals;
mod overlay;
mod preview;

pub(crate) use originals::ThemeOriginals;
pub(crate) use overlay::SiteThemes;
pub(crate) use preview::drafted_sheets;
pub use preview::{TemplatePreview, TemplatePreviewCall};
