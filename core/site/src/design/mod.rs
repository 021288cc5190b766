//! Design of a site: its theme, its values of the theme's settings, and its custom CSS.
//!
//! Values are kept for each theme, so that trying another theme loses nothing. There is one draft for all of it;
//! visitors see the published version.

mod model;
mod service;

pub(crate) use model::checked_values;
pub use model::{Design, MAX_CSS, ThemeDesign, look};
pub(crate) use service::publish_values;
pub use service::{DesignState, discard, draft, get, publish, published_look, save};
