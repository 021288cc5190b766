//! Texts of a site in place of those of the message catalogues: visitors read them on pages, in scripts, in errors, in
//! e-mails and on papers. The texts around the content of e-mails are not among them (`stoa_email::load_texts`).

mod model;
mod reading;
mod service;

#[cfg(test)]
mod tests;

pub use model::{LONGEST, SiteText, TextFilter, TextPlace};
pub use reading::{SiteWording, known_texts, texts_of_language, texts_of_row, wording_of_site};
pub use service::{export, language_shown, list, reset, reset_all, save};
