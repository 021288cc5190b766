//! How a site looks: its theme, its own values of the theme's settings, and style rules of its own.
//!
//! Values are kept for each theme, so that nothing is lost by trying another. The whole has one draft; visitors see
//! what was published.

mod model;
mod service;

pub use model::{Design, Look, MAX_CSS};
pub use service::{DesignState, discard, draft, get, publish, published_look, save};
