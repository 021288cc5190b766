//! A theme with a site's own files laid over it: as visitors see it, as drafts are looked at, and what
//! is wrong with it.

mod check;
mod originals;
mod overlay;
mod preview;

pub(crate) use originals::originals;
pub(crate) use overlay::SiteThemes;
pub(crate) use preview::drafted_sheets;
pub use preview::{TemplatePreview, TemplatePreviewCall};
