//! Contributors of a site: roles are changed, people are invited by e-mail and removed. A site always keeps at least
//! one admin.

use sea_orm::{ActiveValue, ColumnTrait, ExprTrait as _};
use stoa_entity::json_column::JsonOf;
use stoa_entity::platform::{account, invitation, membership, website};
use stoa_entity::{DbError, PlatformTx};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::error::Checks;
use stoa_kernel::id::{AccountId, InvitationId, WebsiteId};
use stoa_kernel::token::random_token;
use stoa_kernel::token::token_hash;
use stoa_kernel::{Action, FieldErrors, Resource, TenantCtx, boxed};

use crate::accounts::{Account, ContributorAccounts, ROLES, check_account};
use crate::password::hash_password;
use crate::sign_in_rules::with_second_factor;
use crate::{Browser, Sessions, SignIn, TenancyError, contributor_texts};

/// The admin role, which has all permissions.
pub(crate) const ADMIN: i32 = 1;
/// How long the link of an invitation is valid: seven days.
const INVITED_MS: i64 = 7 * DAY_MS;
const TOKEN_LENGTH: usize = 40;
/// Maximum number of pending invitations of a site.
const MAX_WAITING: u64 = 100;

/// A contributor of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteContributor {
    /// The account.
    pub account: Account,
    /// Roles held, ascending.
    pub roles: Vec<i32>,
    /// Whether they use two-factor sign-in.
    pub has_second_factor: bool,
}

/// A pending invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Its id.
    pub id: InvitationId,
    /// The address it was sent to, lower case.
    pub email: String,
    /// Roles it gives.
    pub roles: Vec<i32>,
    /// When it was sent, UTC milliseconds.
    pub created_on: Timestamp,
    /// When its link expires, UTC milliseconds.
    pub expires_on: Timestamp,
}

/// An invitation as shown to the holder of its link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationPreview {
    /// The site.
    pub website: WebsiteId,
    /// Name of the site.
    pub site_title: String,
    /// The address it was sent to.
    pub email: String,
    /// Roles it gives.
    pub roles: Vec<i32>,
    /// Whether the address already has an account, which then gets the roles.
    pub has_account: bool,
}

/// Values that an invited person without an account enters.
#[derive(Clone, Debug, Default)]
pub struct InviteeDetails {
    /// Name of the person.
    pub name: String,
    /// The new password.
    pub password: String,
    /// `User-Agent` of the browser.
    pub user_agent: String,
    /// BCP 47 tag of the browser's preferred language.
    pub language: Option<String>,
}

impl InviteeDetails {
    /// The browser used to sign in.
    pub(crate) fn browser(&self) -> Browser<'_> {
        Browser { user_agent: &self.user_agent, language: self.language.as_deref() }
    }
}

impl ContributorAccounts {
    /// Contributors of the site by name, and pending invitations, latest first.
    ///
    /// # Errors
    /// When the caller lacks the permission.
    #[boxed]
    pub async fn colleagues(&self, ctx: &TenantCtx) -> Result<(Vec<SiteContributor>, Vec<Invitation>), TenancyError> {
        ctx.authorise(Resource::Contributors, Action::Read)?;
        let tx = self.databases.platform().read().await?;
        let held = held(&tx, ctx.website()).await?;
        let ids: Vec<AccountId> = held.iter().map(|row| row.account_id.clone()).collect();
        let find = tx.find::<account::Entity>().filter(account::Column::Id.is_in(ids.clone()));
        let people = find.order_by_asc(account::Column::Name).order_by_asc(account::Column::Id).all().await?;
        let protected = with_second_factor(&tx, ids).await?;
        let colleague = |row: account::Model| SiteContributor {
            has_second_factor: protected.contains(&row.id),
            roles: held.iter().filter(|held| held.account_id == row.id).map(|held| held.role).collect(),
            account: row.into(),
        };
        let waiting = tx
            .find::<invitation::Entity>()
            .filter(invitation::Column::WebsiteId.eq(ctx.website().clone()))
            .filter(invitation::Column::AcceptedOn.is_null())
            .order_by_desc(invitation::Column::CreatedOn)
            .all()
            .await?;
        let waiting = waiting.into_iter().map(Invitation::from).collect();
        Ok((people.into_iter().map(colleague).collect(), waiting))
    }

    /// Replaces the roles of a contributor.
    ///
    /// # Errors
    /// When the caller lacks the permission; a message for `roles`; [`TenancyError::NotAColleague`];
    /// [`TenancyError::LastAdmin`] when no admin would be left.
    #[boxed]
    pub async fn set_roles(
        &self,
        ctx: &TenantCtx,
        account_id: &AccountId,
        roles: Vec<i32>,
    ) -> Result<SiteContributor, TenancyError> {
        ctx.authorise(Resource::Contributors, Action::Write)?;
        let roles = checked_roles(roles)?;
        let tx = self.databases.platform().write().await?;
        let person = colleague(&tx, ctx.website(), account_id).await?;
        take_roles(&tx, ctx.website(), &person.id).await?;
        grant_roles(&tx, ctx.website(), &person.id, &roles).await?;
        check_admin(&tx, ctx.website()).await?;
        let has_second_factor = !with_second_factor(&tx, vec![person.id.clone()]).await?.is_empty();
        tx.commit().await?;
        Ok(SiteContributor { account: person.into(), roles, has_second_factor })
    }

    /// Removes a contributor from the site. The account stays.
    ///
    /// # Errors
    /// When the caller lacks the permission; [`TenancyError::NotAColleague`]; [`TenancyError::LastAdmin`] when no admin
    /// would be left.
    #[boxed]
    pub async fn dismiss(&self, ctx: &TenantCtx, account_id: &AccountId) -> Result<(), TenancyError> {
        ctx.authorise(Resource::Contributors, Action::Delete)?;
        let tx = self.databases.platform().write().await?;
        let person = colleague(&tx, ctx.website(), account_id).await?;
        take_roles(&tx, ctx.website(), &person.id).await?;
        check_admin(&tx, ctx.website()).await?;
        Ok(tx.commit().await?)
    }

    /// Stores an invitation and returns the token of its link. A pending one for the same address is replaced.
    ///
    /// # Errors
    /// When the caller lacks the permission; messages for `email` and `roles`.
    #[boxed]
    pub async fn invite(
        &self,
        ctx: &TenantCtx,
        by: &AccountId,
        email: &str,
        roles: Vec<i32>,
    ) -> Result<(Invitation, String), TenancyError> {
        ctx.authorise(Resource::Contributors, Action::Publish)?;
        let email = email.trim().to_lowercase();
        check_address(&email)?;
        let roles = checked_roles(roles)?;
        let tx = self.databases.platform().write().await?;
        lock(&tx, ctx.website()).await?;
        if let Some(known) = by_email(&tx, &email).await?
            && is_colleague(&tx, ctx.website(), &known.id).await?
        {
            return Err(wrong("email", contributor_texts::ALREADY_A_CONTRIBUTOR.english()));
        }
        let waiting = || {
            let own = invitation::Column::WebsiteId.eq(ctx.website().clone());
            own.and(invitation::Column::AcceptedOn.is_null())
        };
        tx.delete::<invitation::Entity>(waiting()).filter(invitation::Column::Email.eq(email.clone())).exec().await?;
        if tx.find::<invitation::Entity>().filter(waiting()).count().await? >= MAX_WAITING {
            return Err(wrong("email", contributor_texts::TOO_MANY_INVITATIONS.english()));
        }
        let token = random_token(TOKEN_LENGTH);
        let row = invitation::ActiveModel {
            id: ActiveValue::Set(InvitationId::generate()),
            website_id: ActiveValue::Set(ctx.website().clone()),
            email: ActiveValue::Set(email),
            roles: ActiveValue::Set(JsonOf(roles)),
            token_hash: ActiveValue::Set(token_hash(&token)),
            invited_by: ActiveValue::Set(by.clone()),
            created_on: ActiveValue::Set(ctx.now()),
            expires_on: ActiveValue::Set(ctx.now() + INVITED_MS),
            accepted_on: ActiveValue::Set(None),
        };
        let row = tx.insert(row).await?;
        tx.commit().await?;
        Ok((row.into(), token))
    }

    /// Revokes an invitation: its link becomes invalid.
    ///
    /// # Errors
    /// When the caller lacks the permission; [`TenancyError::NotAColleague`] when there is no invitation with this id.
    #[boxed]
    pub async fn withdraw(&self, ctx: &TenantCtx, id: &InvitationId) -> Result<(), TenancyError> {
        ctx.authorise(Resource::Contributors, Action::Delete)?;
        let tx = self.databases.platform().write().await?;
        let own = invitation::Column::WebsiteId.eq(ctx.website().clone());
        let gone = tx
            .delete::<invitation::Entity>(own.and(invitation::Column::Id.eq(id.clone())))
            .filter(invitation::Column::AcceptedOn.is_null())
            .exec()
            .await?;
        if gone == 0 {
            return Err(TenancyError::NotAColleague);
        }
        Ok(tx.commit().await?)
    }

    /// The invitation that belongs to the token of a link.
    #[boxed]
    pub async fn welcome(&self, token: &str, now: Timestamp) -> Result<InvitationPreview, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let row = open(&tx, token, now).await?;
        let site = tx.find::<website::Entity>().filter(website::Column::Id.eq(row.website_id.clone())).one().await?;
        let has_account = by_email(&tx, &row.email).await?.is_some();
        let site = site.ok_or(TenancyError::LinkUnknown)?;
        Ok(InvitationPreview {
            website: site.id,
            site_title: site.title,
            email: row.email,
            roles: row.roles.0,
            has_account,
        })
    }

    /// Accepts an invitation; holding the link proves control of the address. Creates and signs in an account for a
    /// person who has none; others sign in as usual.
    ///
    /// # Errors
    /// [`TenancyError::LinkUnknown`]; [`TenancyError::LinkExpired`]; messages for `name` and `password`.
    #[boxed]
    pub async fn accept(
        &self,
        sessions: &Sessions,
        token: &str,
        newcomer: InviteeDetails,
        now: Timestamp,
    ) -> Result<(Account, WebsiteId, Option<SignIn>), TenancyError> {
        let invited = self.welcome(token, now).await?;
        let password_hash = if invited.has_account {
            String::new()
        } else {
            check_account(&invited.email, &newcomer.name, &newcomer.password)?;
            hash_password(&newcomer.password).await?
        };
        let tx = self.databases.platform().write().await?;
        let row = open(&tx, token, now).await?;
        let used = tx
            .update::<invitation::Entity>(invitation::Column::Id.eq(row.id.clone()))
            .filter(invitation::Column::AcceptedOn.is_null())
            .set(invitation::Column::AcceptedOn, Some(now))
            .exec()
            .await?;
        if used == 0 {
            return Err(TenancyError::LinkExpired);
        }
        let known = by_email(&tx, &row.email).await?;
        let is_new = known.is_none();
        let person = match known {
            Some(known) => known,
            None if password_hash.is_empty() => return Err(TenancyError::LinkExpired),
            None => {
                let person = account::ActiveModel {
                    id: ActiveValue::Set(AccountId::generate()),
                    email: ActiveValue::Set(row.email.clone()),
                    name: ActiveValue::Set(newcomer.name.trim().to_owned()),
                    password_hash: ActiveValue::Set(password_hash),
                    created_on: ActiveValue::Set(now),
                    language: ActiveValue::Set(None),
                };
                tx.insert(person).await?
            }
        };
        if !is_colleague(&tx, &row.website_id, &person.id).await? {
            grant_roles(&tx, &row.website_id, &person.id, &row.roles.0).await?;
        }
        let sign_in = if is_new {
            Some(sessions.begin_in(tx, &person.id, newcomer.browser()).await?)
        } else {
            tx.commit().await?;
            None
        };
        Ok((person.into(), row.website_id, sign_in))
    }
}

impl From<invitation::Model> for Invitation {
    fn from(row: invitation::Model) -> Self {
        let invitation::Model { id, email, roles, created_on, expires_on, .. } = row;
        Self { id, email, roles: roles.0, created_on, expires_on }
    }
}

fn wrong(field: &str, message: &str) -> TenancyError {
    TenancyError::Invalid(FieldErrors::from([(field.to_owned(), message.to_owned())]))
}

pub(crate) fn check_address(email: &str) -> Result<(), TenancyError> {
    let mut checks = Checks::default();
    let plausible = email.split_once('@').is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'));
    let plausible = plausible && email.len() <= 256 && !email.contains(char::is_whitespace);
    checks.require(plausible, "email", "Please enter a valid email");
    checks.finish().map_err(|failure| TenancyError::Invalid(failure.fields))
}

/// Roles in ascending order without duplicates.
fn checked_roles(mut roles: Vec<i32>) -> Result<Vec<i32>, TenancyError> {
    roles.sort_unstable();
    roles.dedup();
    if roles.is_empty() {
        return Err(wrong("roles", contributor_texts::CHOOSE_AT_LEAST_ONE_ROLE.english()));
    }
    match roles.iter().find(|role| !ROLES.contains(role)) {
        Some(role) => Err(wrong("roles", &format!("{role} is not a role."))),
        None => Ok(roles),
    }
}

/// Locks the site's row, so that changes to its contributors run one after another.
async fn lock(tx: &PlatformTx, website: &WebsiteId) -> Result<(), TenancyError> {
    let own = website::Column::Id.eq(website.clone());
    tx.find::<website::Entity>().filter(own).for_update().one().await?.ok_or(TenancyError::UnknownSite)?;
    Ok(())
}

async fn held(tx: &PlatformTx, website: &WebsiteId) -> Result<Vec<membership::Model>, DbError> {
    let own = membership::Column::WebsiteId.eq(website.clone());
    tx.find::<membership::Entity>().filter(own).order_by_asc(membership::Column::Role).all().await
}

async fn is_colleague(tx: &PlatformTx, website: &WebsiteId, account: &AccountId) -> Result<bool, DbError> {
    let own = membership::Column::WebsiteId.eq(website.clone());
    let find = tx.find::<membership::Entity>().filter(own).filter(membership::Column::AccountId.eq(account.clone()));
    Ok(find.count().await? > 0)
}

/// A contributor of the site, after locking the site's row.
async fn colleague(tx: &PlatformTx, website: &WebsiteId, id: &AccountId) -> Result<account::Model, TenancyError> {
    lock(tx, website).await?;
    if !is_colleague(tx, website, id).await? {
        return Err(TenancyError::NotAColleague);
    }
    let find = tx.find::<account::Entity>().filter(account::Column::Id.eq(id.clone()));
    find.one().await?.ok_or(TenancyError::NotAColleague)
}

async fn by_email(tx: &PlatformTx, email: &str) -> Result<Option<account::Model>, DbError> {
    tx.find::<account::Entity>().filter(account::Column::Email.eq(email)).one().await
}

async fn take_roles(tx: &PlatformTx, website: &WebsiteId, account: &AccountId) -> Result<(), DbError> {
    let own = membership::Column::WebsiteId.eq(website.clone());
    tx.delete::<membership::Entity>(own).filter(membership::Column::AccountId.eq(account.clone())).exec().await?;
    Ok(())
}

async fn grant_roles(tx: &PlatformTx, website: &WebsiteId, account: &AccountId, roles: &[i32]) -> Result<(), DbError> {
    for role in roles {
        tx.insert(membership::ActiveModel {
            website_id: ActiveValue::Set(website.clone()),
            account_id: ActiveValue::Set(account.clone()),
            role: ActiveValue::Set(*role),
        })
        .await?;
    }
    Ok(())
}

async fn check_admin(tx: &PlatformTx, website: &WebsiteId) -> Result<(), TenancyError> {
    let is_left = held(tx, website).await?.iter().any(|row| row.role == ADMIN);
    if is_left { Ok(()) } else { Err(TenancyError::LastAdmin) }
}

/// The invitation of a token, if its link is valid.
async fn open(tx: &PlatformTx, token: &str, now: Timestamp) -> Result<invitation::Model, TenancyError> {
    let own = invitation::Column::TokenHash.eq(token_hash(token));
    let row = tx.find::<invitation::Entity>().filter(own).one().await?.ok_or(TenancyError::LinkUnknown)?;
    if row.accepted_on.is_some() || row.expires_on <= now { Err(TenancyError::LinkExpired) } else { Ok(row) }
}
