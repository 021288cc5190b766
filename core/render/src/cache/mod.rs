//! Pages that are the same for everybody, kept in two places: this process, and the cache that all
//! processes share. A kept page names what it was made of; when one of those things changes, it
//! counts no more.

mod entry;
mod freshness;
mod pages;

#[cfg(test)]
mod tests;

pub(crate) use entry::{CachedPage, asks_captcha, etag};
pub use pages::Held;
pub(crate) use pages::{Built, PageCache, PageKey};
