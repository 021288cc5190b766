//! The texts of a site as pages read them.

use stoa_entity::TenantTx;
use stoa_entity::tenant::site;
use stoa_kernel::boxed;
use stoa_messages::Catalogue;
pub use stoa_wording::{SiteWording, known_texts};

use crate::SiteError;
use crate::settings::site_row;

/// The texts in the language of the site, whose row has been read in the same transaction.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn texts_of_row(tx: &TenantTx, row: &site::Model) -> Result<SiteWording, SiteError> {
    texts_of_language(tx, row, &row.language).await
}

/// The same in a language, given as BCP 47 tag; in that of the site where it has no catalogue.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn texts_of_language(tx: &TenantTx, row: &site::Model, language: &str) -> Result<SiteWording, SiteError> {
    let catalogue = Catalogue::for_reader(Some(language), &row.language);
    Ok(stoa_wording::wording_in(tx, row.texts_stamp.as_deref(), catalogue).await?)
}

/// The texts in the language of the site.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn wording_of_site(tx: &TenantTx) -> Result<SiteWording, SiteError> {
    texts_of_row(tx, &site_row(tx).await?).await
}
