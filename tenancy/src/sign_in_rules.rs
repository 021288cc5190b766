//! Whether a site requires its contributors to use a second factor.

use std::collections::HashSet;

use sea_orm::ColumnTrait;
use stoa_entity::platform::{membership, second_factor, website};
use stoa_entity::{DbError, PlatformTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AccountId, WebsiteId};
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use crate::TenancyError;
use crate::accounts::ContributorAccounts;

impl ContributorAccounts {
    /// Whether a site requires a second factor of all contributors.
    ///
    /// # Errors
    /// When the caller lacks the permission to read contributors.
    #[boxed]
    pub async fn requires_second_factor(&self, ctx: &TenantCtx) -> Result<bool, TenancyError> {
        ctx.authorise(Resource::Contributors, Action::Read)?;
        let tx = self.databases.platform().read().await?;
        is_second_factor_required(&tx, ctx.website()).await
    }

    /// Requires a second factor of all contributors of a site, or stops requiring it. Returns whether that is a change.
    ///
    /// # Errors
    /// When the caller lacks the permission to change contributors; [`TenancyError::OwnSecondFactorFirst`] when they
    /// have none themselves and would lock themselves out.
    #[boxed]
    pub async fn require_second_factor(
        &self,
        ctx: &TenantCtx,
        by: &AccountId,
        required: bool,
    ) -> Result<bool, TenancyError> {
        ctx.authorise(Resource::Contributors, Action::Write)?;
        let tx = self.databases.platform().write().await?;
        if required && with_second_factor(&tx, vec![by.clone()]).await?.is_empty() {
            return Err(TenancyError::OwnSecondFactorFirst);
        }
        let changed = tx
            .update::<website::Entity>(website::Column::Id.eq(ctx.website().clone()))
            .filter(website::Column::RequiresSecondFactor.ne(required))
            .set(website::Column::RequiresSecondFactor, required)
            .exec()
            .await?;
        tx.commit().await?;
        Ok(changed > 0)
    }

    /// The roles of a contributor who meets the sign-in rules of the site. Every request of the admin asks, so this is
    /// one query.
    ///
    /// # Errors
    /// [`TenancyError::UnknownSite`] when they have none; [`TenancyError::SecondFactorMissing`].
    pub(crate) async fn admitted_roles(
        &self,
        website: &WebsiteId,
        account: &AccountId,
    ) -> Result<Vec<i32>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let held = tx
            .find::<membership::Entity>()
            .inner_join(website::Entity)
            .left_join(second_factor::Entity)
            .filter(membership::Column::WebsiteId.eq(website.clone()))
            .filter(membership::Column::AccountId.eq(account.clone()))
            .order_by_asc(membership::Column::Role)
            .select_only()
            .column(membership::Column::Role)
            .column(website::Column::RequiresSecondFactor)
            .column(second_factor::Column::ConfirmedOn)
            .into_tuple::<(i32, bool, Option<Timestamp>)>()
            .all()
            .await?;
        match held.first() {
            None => Err(TenancyError::UnknownSite),
            Some((_, true, None)) => Err(TenancyError::SecondFactorMissing),
            Some(_) => Ok(held.into_iter().map(|(role, ..)| role).collect()),
        }
    }
}

async fn is_second_factor_required(tx: &PlatformTx, website: &WebsiteId) -> Result<bool, TenancyError> {
    let own = website::Column::Id.eq(website.clone());
    let site = tx.find::<website::Entity>().filter(own).one().await?.ok_or(TenancyError::UnknownSite)?;
    Ok(site.requires_second_factor)
}

/// Which of these people use two-factor sign-in.
pub(crate) async fn with_second_factor(
    tx: &PlatformTx,
    accounts: Vec<AccountId>,
) -> Result<HashSet<AccountId>, DbError> {
    let own = second_factor::Column::AccountId.is_in(accounts);
    let set_up = second_factor::Column::ConfirmedOn.is_not_null();
    let rows = tx.find::<second_factor::Entity>().filter(own).filter(set_up).all().await?;
    Ok(rows.into_iter().map(|row| row.account_id).collect())
}
