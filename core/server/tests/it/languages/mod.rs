//! Languages of a site: addresses, translations, words of addresses, texts of the storefront and the owner's own.

mod address_words;
mod addresses;
mod blocks;
mod site_texts;
mod storefront_texts;
mod translations;
