//! Languages of a site: addresses, translations, words of addresses, texts of the storefront and the owner's own.

mod address_words;
mod addresses;
mod blocks;
mod english_words;
mod german_site;
mod lists;
mod site_texts;
mod store_words;
mod storefront_texts;
pub(crate) mod translations;
