//! Languages of a site: addresses, translations, texts of the storefront and the owner's own.

mod addresses;
mod english_words;
mod german_site;
mod site_texts;
mod storefront_texts;
mod translations;
