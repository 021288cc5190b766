//! The published files that a site has put in place of its theme's.

use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{template_file, template_set};
use stoa_kernel::boxed;
use stoa_kernel::id::TemplateVersionId;

use super::model::ThemeOverrides;
use crate::SiteError;

/// The published version of a theme's files; none if the site overrides none.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn published_version(tx: &TenantTx, theme: &str) -> Result<Option<TemplateVersionId>, SiteError> {
    let set = tx.find::<template_set::Entity>().filter(template_set::Column::Theme.eq(theme)).one().await?;
    Ok(set.and_then(|set| set.version_id))
}

/// The published overriding files of a theme.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn published_files(tx: &TenantTx, theme: &str) -> Result<ThemeOverrides, SiteError> {
    let rows = tx.find::<template_file::Entity>().filter(template_file::Column::Theme.eq(theme)).all().await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.path, row.published?))).collect())
}
