//! Languages of a site: addresses, translations, texts of the storefront and the owner's own.

mod addresses;
mod blocks;
mod site_texts;
mod storefront_texts;
mod translations;
