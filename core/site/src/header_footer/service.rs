use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::{Map, Value, json};
use stoa_entity::tenant::header_footer::{ActiveModel, Column, Entity, Model};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Resource, TenantCtx};

use super::popup::count_versions;
use super::settings::{check_footer, check_header, completed, plain_footer, plain_header};
use crate::SiteError;

/// Tag of everything that belongs to no single product, store or blog.
const SITE_TAG: &str = "site";

/// Header and footer of a site.
#[derive(Clone, Debug, PartialEq)]
pub struct HeaderFooter {
    /// Settings of the top of each page.
    pub header: Value,
    /// Settings of the foot of each page.
    pub footer: Value,
    /// Raised by each change; 0 before the first.
    pub revision: i64,
}

/// What the owner has arranged, for contributors.
///
/// # Errors
/// When the caller may not see it.
pub async fn read(ctx: &TenantCtx, db: &TenantDb) -> Result<HeaderFooter, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    stored(&db.read().await?).await
}

/// What the owner has arranged, for pages.
///
/// # Errors
/// When the database refuses.
pub async fn stored(tx: &TenantTx) -> Result<HeaderFooter, SiteError> {
    Ok(HeaderFooter::of(tx.find::<Entity>().one().await?))
}

/// Arranges header and footer anew; visitors see it at once. Keys that the program does not know are kept.
///
/// # Errors
/// [`SiteError::Invalid`] at the places of wrong values, [`SiteError::RevisionStale`] when a revision was named and
/// somebody was faster.
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    (header, footer): (Map<String, Value>, Map<String, Value>),
    revision: Option<i64>,
) -> Result<HeaderFooter, SiteError> {
    ctx.authorise(Resource::Design, Action::Write)?;
    let (mut header, footer) = (completed(plain_header(), header), completed(plain_footer(), footer));
    let mut checks = Checks::default();
    check_header(&header, &mut checks);
    check_footer(&footer, &mut checks);
    checks.finish()?;
    let tx = db.write().await?;
    let arranged = stored(&tx).await?;
    let before = arranged.revision;
    if revision.is_some_and(|named| named != before) {
        return Err(SiteError::RevisionStale);
    }
    count_versions(&arranged.header, &mut header);
    let row = ActiveModel {
        website_id: Set(tx.website().clone()),
        settings: Set(json!({"header": header, "footer": footer})),
        revision: Set(before + 1),
        updated_on: Set(ctx.now_ms()),
    };
    let kept = if before == 0 {
        tx.insert(row).await
    } else {
        let own = tx.find::<Entity>().filter(Column::Revision.eq(before)).for_update().one().await?;
        own.ok_or(SiteError::RevisionStale)?;
        tx.save(row).await
    };
    let kept = match kept {
        Err(DbError::Duplicate(_)) => return Err(SiteError::RevisionStale),
        other => other?,
    };
    tx.commit().await?;
    invalidation.bump(ctx.website(), &[SITE_TAG.to_owned()]).await;
    Ok(HeaderFooter::of(Some(kept)))
}

impl HeaderFooter {
    fn of(row: Option<Model>) -> Self {
        // What was arranged before a setting was known has it as it is by default.
        let part = |name: &str| row.as_ref()?.settings.get(name)?.as_object().cloned();
        Self {
            header: completed(plain_header(), part("header").unwrap_or_default()),
            footer: completed(plain_footer(), part("footer").unwrap_or_default()),
            revision: row.as_ref().map_or(0, |row| row.revision),
        }
    }
}
