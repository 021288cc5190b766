//! Pages: the draft contributors work on, and what is published of it.

mod model;
pub mod operations;
mod published;
mod service;

pub use model::{CollectionKind, NewPage, PageDetail, PageDraft, PageSummary};
pub use published::{Collection, by_url, collections, home, published_by_id};
pub use service::{PageVersion, Tools, create, discard, list, page, publish, save_draft};
