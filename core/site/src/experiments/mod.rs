//! Experiments: variants of a page, of a section, block or text of it, or of settings of the theme, among which visitors
//! are divided. Which variant a visitor gets depends on the visitor and the name of the experiment alone, so it is the
//! same in every process and nothing is stored for it.

mod apply;
mod assignment;
mod check;
mod finish;
mod model;
mod running;
mod service;
pub mod statistics;
mod texts;

pub use assignment::variant_of;
pub use finish::{PublishTools, end, start};
pub use model::{Experiment, ExperimentDraft, MAX_VARIANTS, Variant, VariantContent, VariantDraft};
pub use running::{Running, RunningExperiments, RunningVariant, running};
pub use service::{create, get, list, measured, remove, update};
pub use texts::{texts_in, variant_key};

pub(crate) use service::with_variants;
