//! Translations of what owners wrote, for the languages of a site besides its primary one: what can be translated in
//! the site's own resources, and the use cases of contributors. Resources of the store are added by `stoa_commerce`.

mod addresses;
mod exchange;
mod experiments;
mod images;
mod pages;
mod posts;
mod service;
mod shown_on;
mod site_texts;
mod stored;
mod tags;

use std::collections::HashSet;

use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::TenantTx;
use stoa_entity::tenant::translation::{Column, Entity};
use stoa_kernel::boxed;
use stoa_kernel::translation::TranslatedKind;

use crate::SiteError;

pub use addresses::{TranslatedAddress, address, save_address};
pub use exchange::{
    ChangeKind, ExchangeFormat, Export, ImportFile, ImportOutcome, ImportedChange, MAX_IMPORT_BYTES, WantedExport,
    export, import,
};
pub use experiments::ExperimentTexts;
pub use images::ImageTexts;
pub use pages::{PageTexts, document_texts, lay_over_titles};
pub use posts::{PostTexts, lay_over_posts};
pub use service::{
    KindProgress, Resource, ResourcePlace, ResourceState, SaveTools, Sources, TextChange, TranslatedText, WantedList,
    list, progress, resource, save,
};
pub use site_texts::{HeaderFooterTexts, NavigationTexts, WebsiteTexts};
pub use stored::{MAX_TEXT_BYTES, MAX_TEXTS};
pub use tags::{TagTexts, named_labels};

pub(crate) use images::lay_over_images;
pub(crate) use site_texts::{lay_over_banner, lay_over_frame, lay_over_site};
pub(crate) use tags::rename as rename_tag;

#[derive(FromQueryResult)]
struct TranslatedId {
    resource_id: String,
}

/// Ids of the resources of a kind that have a translation into a language.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn translated(tx: &TenantTx, language: &str, kind: TranslatedKind) -> Result<HashSet<String>, SiteError> {
    let own = tx.find::<Entity>().filter(Column::Language.eq(language)).filter(Column::ResourceKind.eq(kind));
    let rows: Vec<TranslatedId> = own.aggregate(&[Column::ResourceId], Vec::new()).await?;
    Ok(rows.into_iter().map(|row| row.resource_id).collect())
}

/// Whether a resource has a translation into a language.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn is_translated(tx: &TenantTx, language: &str, kind: TranslatedKind, id: &str) -> Result<bool, SiteError> {
    let own = tx.find::<Entity>().filter(Column::Language.eq(language)).filter(Column::ResourceKind.eq(kind));
    Ok(own.filter(Column::ResourceId.eq(id)).count_up_to(1).await? > 0)
}
