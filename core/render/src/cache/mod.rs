//! The page cache, for pages that are the same for everybody, with two levels: this process, and the cache shared by
//! all processes. A cached page lists the tags it depends on; when one of them changes, the page is stale.

mod entry;
mod experiments;
mod freshness;
mod languages;
mod pages;
mod visits;

#[cfg(test)]
mod tests;

pub(crate) use entry::{CachedPage, etag, has_captcha};
pub(crate) use experiments::ExperimentCache;
pub(crate) use languages::LanguageCache;
pub use pages::StaleAge;
pub(crate) use pages::{Built, KEPT, KEPT_WITH_FAILURE, PageCache, PageKey};
pub(crate) use visits::VisitRulesCache;
