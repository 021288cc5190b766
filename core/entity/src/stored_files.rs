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
