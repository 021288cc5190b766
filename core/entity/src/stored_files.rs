//! How much storage the files of a site take.

use sea_orm::sea_query::{Alias, ExprTrait as _, SimpleExpr};
use sea_orm::{ColumnTrait as _, FromQueryResult};
use stoa_kernel::boxed;

use crate::tenant::{asset, form_file, product_file};
use crate::{DbError, TenantTx};

/// Prefix of the keys of files that many sites start with. They belong to none of them, and do not count.
pub const SHARED: &str = "shared/";

#[derive(FromQueryResult)]
struct Sum {
    total: Option<i64>,
}

/// Total size of a site's images, files, product files and files of form submissions, in bytes.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn used_bytes(tx: &TenantTx) -> Result<u64, DbError> {
    let bigint = || Alias::new("bigint");
    let total = |sum: SimpleExpr| vec![(sum.cast_as(bigint()), "total")];
    let mut sums: Vec<Sum> = tx
        .find::<asset::Entity>()
        .filter(asset::Column::BlobKey.not_like(format!("{SHARED}%")))
        .aggregate(&[], total(asset::Column::Bytes.sum()))
        .await?;
    sums.extend(tx.find::<form_file::Entity>().aggregate::<Sum>(&[], total(form_file::Column::Bytes.sum())).await?);
    sums.extend(
        tx.find::<product_file::Entity>().aggregate::<Sum>(&[], total(product_file::Column::Bytes.sum())).await?,
    );
    let bytes = sums.into_iter().filter_map(|sum| sum.total).map(|total| u64::try_from(total).unwrap_or(0));
    Ok(bytes.fold(0, u64::saturating_add))
}

/// What is left of the storage of a site, bytes, for a file that this transaction adds; `site_bytes` is the storage, 0 for
/// unlimited. Transactions that add files take turns from here to their end: otherwise each would add up the files without
/// those of the others, and together they would exceed the limit. To be called before the transaction writes or locks
/// anything.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn left_for_file(tx: &TenantTx, site_bytes: u64) -> Result<u64, DbError> {
    if site_bytes == 0 {
        return Ok(u64::MAX);
    }
    tx.lock_storage().await?;
    Ok(site_bytes.saturating_sub(used_bytes(tx).await?))
}
