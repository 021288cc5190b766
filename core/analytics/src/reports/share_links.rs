//! Links that show the figures of visits to people without an account, until they expire or are ended.
//!
//! The address holds the link's id and a signature over its properties, made with a secret per link, as with preview
//! links: contributors can see it again, nobody can forge one or extend its validity.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use sha2::{Digest as _, Sha256};
use stoa_entity::TenantDb;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::analytics_share_link::{ActiveModel, Column, Entity, Model};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::contributor_texts::{AT_MOST_REPORT_LINKS, ENTER_A_NAME_OF_AT_MOST, REPORT_LINK_DAYS};
use stoa_kernel::error::Checks;
use stoa_kernel::id::AnalyticsLinkId;
use stoa_kernel::token::random_token;
use stoa_kernel::{Action, ErrorCode, Failure, Resource, TenantCtx, boxed};

/// Maximum validity of a link, in days.
const MAX_DAYS: i64 = 366;
/// Maximum number of unexpired links of a site.
const MAX_LINKS: u64 = 50;
const MAX_LABEL_LENGTH: usize = 100;
/// Characters of a secret, five bits each.
const SECRET_LENGTH: usize = 52;

/// A link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareLink {
    /// Its id.
    pub id: AnalyticsLinkId,
    /// What it is for.
    pub label: String,
    /// Last part of its address.
    pub token: String,
    /// When it was made.
    pub created_on: Timestamp,
    /// When it ends.
    pub expires_on: Timestamp,
}

impl From<Model> for ShareLink {
    fn from(row: Model) -> Self {
        let token = token_of(&row);
        Self { id: row.id, label: row.label, token, created_on: row.created_on, expires_on: row.expires_on }
    }
}

fn token_of(row: &Model) -> String {
    let signed = Sha256::digest(format!("{}\n{}\n{}", row.id, row.expires_on, row.secret));
    let hex: String = signed.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}.{hex}", row.id)
}

/// Unexpired links, newest first. `db` is the site's own database.
///
/// # Errors
/// When the caller may not change analytics: anyone who sees the links can pass them on.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<ShareLink>, Failure> {
    ctx.authorise(Resource::Analytics, Action::Write)?;
    let tx = db.read().await?;
    let find = tx.find::<Entity>().filter(Column::ExpiresOn.gt(ctx.now()));
    let rows = find.order_by_desc(Column::Id).limit(MAX_LINKS).all().await?;
    Ok(rows.into_iter().map(ShareLink::from).collect())
}

/// Creates a link that is valid for some days.
///
/// # Errors
/// When the label or the number of days is invalid, there are too many links, or the caller may not change analytics.
#[boxed]
pub async fn create(ctx: &TenantCtx, db: &TenantDb, label: &str, days: i64) -> Result<ShareLink, Failure> {
    ctx.authorise(Resource::Analytics, Action::Write)?;
    let label = label.trim();
    let fits = !label.is_empty() && label.chars().count() <= MAX_LABEL_LENGTH && !label.chars().any(char::is_control);
    let mut checks = Checks::default();
    checks.require(fits, "label", ENTER_A_NAME_OF_AT_MOST.with("count", MAX_LABEL_LENGTH).to_string());
    let lasts = (1..=MAX_DAYS).contains(&days);
    checks.require(lasts, "days", REPORT_LINK_DAYS.with("count", MAX_DAYS).to_string());
    checks.finish()?;
    let tx = db.write().await?;
    tx.delete::<Entity>(Column::ExpiresOn.lte(ctx.now())).exec().await?;
    if tx.find::<Entity>().count().await? >= MAX_LINKS {
        return Err(Failure::new(ErrorCode::Conflict, AT_MOST_REPORT_LINKS.with("count", MAX_LINKS).to_string()));
    }
    let row = ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(AnalyticsLinkId::generate()),
        label: Set(label.to_owned()),
        secret: Set(random_token(SECRET_LENGTH)),
        created_on: Set(ctx.now()),
        expires_on: Set(ctx.now().saturating_add_ms(days * DAY_MS)),
    };
    let made = tx.insert(row).await?;
    audit::note(ctx, &tx, AuditAction::AnalyticsLinkCreate, label).await?;
    tx.commit().await?;
    Ok(made.into())
}

/// Ends a link.
///
/// # Errors
/// When there is none, or the caller may not change analytics.
#[boxed]
pub async fn end(ctx: &TenantCtx, db: &TenantDb, id: &AnalyticsLinkId) -> Result<(), Failure> {
    ctx.authorise(Resource::Analytics, Action::Write)?;
    let tx = db.write().await?;
    let own = Column::Id.eq(id.clone());
    let row = tx.find::<Entity>().filter(own.clone()).for_update().one().await?;
    let link = row.ok_or_else(Failure::not_found)?;
    tx.delete::<Entity>(own).exec().await?;
    audit::note(ctx, &tx, AuditAction::AnalyticsLinkEnd, &link.label).await?;
    Ok(tx.commit().await?)
}

/// Whether a token is that of a link that has not ended.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn is_valid(db: &TenantDb, token: &str, now: Timestamp) -> Result<bool, Failure> {
    let id = token.split_once('.').and_then(|(id, _)| id.parse::<AnalyticsLinkId>().ok());
    let Some(id) = id else { return Ok(false) };
    let tx = db.read().await?;
    let find = tx.find::<Entity>().filter(Column::Id.eq(id)).filter(Column::ExpiresOn.gt(now));
    let row = find.one().await?;
    Ok(row.is_some_and(|row| token_of(&row) == token))
}
