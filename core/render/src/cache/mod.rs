//! The page cache, for pages that are the same for everyone, with two levels: this process, and the cache shared by
//! all processes. A cached page lists the tags it depends on; when one of them changes, the page is stale.

mod entry;
mod freshness;
mod pages;
mod sites;

#[cfg(test)]
mod tests;

pub(crate) use entry::{CachedPage, etag, has_captcha};
pub use pages::StaleAge;
pub(crate) use pages::{Built, PageCache, PageKey, lifetime_of};
pub(crate) use sites::SiteCache;
