use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{template_file, template_set};
use stoa_kernel::id::TemplateVersionId;

use super::model::OwnFiles;
use crate::SiteError;

/// The state of a theme's files that visitors see; none for the theme as it is.
///
/// # Errors
/// When the database refuses.
pub async fn published_version(tx: &TenantTx, theme: &str) -> Result<Option<TemplateVersionId>, SiteError> {
    let set = tx.find::<template_set::Entity>().filter(template_set::Column::Theme.eq(theme)).one().await?;
    Ok(set.and_then(|set| set.version_id))
}

/// What the site lays over a theme for its visitors.
///
/// # Errors
/// When the database refuses.
pub async fn published_files(tx: &TenantTx, theme: &str) -> Result<OwnFiles, SiteError> {
    let rows = tx.find::<template_file::Entity>().filter(template_file::Column::Theme.eq(theme)).all().await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.path, row.published?))).collect())
}
