//! Languages of a site: addresses, translations, texts of the storefront and the owner's own.

mod addresses;
mod site_texts;
mod store_words;
mod storefront_texts;
mod translations;
