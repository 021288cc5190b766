//! Accounts of contributors and the roles they hold on sites.

use std::collections::HashMap;
use std::sync::Arc;

use sea_orm::{ActiveValue, ColumnTrait};
use stoa_entity::platform::{account, host, membership, website};
use stoa_entity::{DbError, PlatformTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::encryption::Cipher;
use stoa_kernel::error::Checks;
use stoa_kernel::id::{AccountId, WebsiteId};
use stoa_kernel::website::WebsiteStatus;
use stoa_kernel::{FieldErrors, PermissionSet, boxed};

use crate::password::{PASSWORD_MAX, check_password, hash_password, verify_password};
use crate::session::valid_language_tag;
use crate::{Databases, Policy, TenancyError, contributor_texts};

/// The contributor roles of the specification; 5 is not assigned.
pub(crate) const ROLES: [i32; 14] = [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// Name of the person.
    pub name: String,
    /// The e-mail address used to sign in.
    pub email: String,
    /// BCP 47 tag of the language chosen for the admin and for e-mails; none for that of the browser.
    pub language: Option<String>,
}

/// A validated account that is not stored yet.
pub struct NewAccount {
    /// The account to be.
    pub account: Account,
    password_hash: String,
    created_on: Timestamp,
}

impl NewAccount {
    /// Inserts it.
    pub(crate) async fn write(&self, tx: &PlatformTx) -> Result<Account, TenancyError> {
        let Account { id, name, email, language } = self.account.clone();
        let row = account::ActiveModel {
            id: ActiveValue::Set(id),
            email: ActiveValue::Set(email.clone()),
            name: ActiveValue::Set(name),
            password_hash: ActiveValue::Set(self.password_hash.clone()),
            created_on: ActiveValue::Set(self.created_on),
            language: ActiveValue::Set(language),
        };
        let row = tx.insert(row).await.map_err(|error| match error {
            DbError::Duplicate(_) => TenancyError::Taken(email),
            other => other.into(),
        })?;
        Ok(row.into())
    }
}

/// Proof that the password of an account was entered. Verification takes a while, in which the password may be changed,
/// so later steps check in their transaction whether the proof still holds.
#[derive(Clone)]
#[must_use = "the password may have changed since it was compared"]
pub struct PasswordProof {
    /// The account.
    pub account: Account,
    hash: String,
}

impl PasswordProof {
    /// Whether the account still has this password; locks the row until the transaction ends.
    pub(crate) async fn still_holds(&self, tx: &PlatformTx) -> Result<bool, TenancyError> {
        let own = tx.find::<account::Entity>().filter(account::Column::Id.eq(self.account.id.clone()));
        Ok(own.for_update().one().await?.is_some_and(|row| row.password_hash == self.hash))
    }
}

impl From<account::Model> for PasswordProof {
    fn from(row: account::Model) -> Self {
        let hash = row.password_hash.clone();
        Self { account: row.into(), hash }
    }
}

/// A site that a person is a contributor of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Membership {
    /// The site.
    pub website: WebsiteId,
    /// Its short name.
    pub identifier: String,
    /// Its name.
    pub title: String,
    /// The host used in links.
    pub host: String,
    /// Its status.
    pub status: WebsiteStatus,
    /// Whether all its contributors need a second factor.
    pub requires_second_factor: bool,
    /// Roles held, ascending.
    pub roles: Vec<i32>,
    /// Permissions of these roles.
    pub permissions: PermissionSet,
}

/// Values entered to sign in.
#[derive(Clone, Default)]
pub struct Credentials {
    /// E-mail address.
    pub email: String,
    /// Password.
    pub password: String,
    /// A code of the authenticator app, or a recovery code; empty when none was entered.
    pub code: String,
}

/// Accounts and roles of contributors.
pub struct ContributorAccounts {
    pub(crate) databases: Arc<Databases>,
    pub(crate) seal: Cipher,
    policy: Arc<Policy>,
}

impl From<account::Model> for Account {
    fn from(row: account::Model) -> Self {
        Self { id: row.id, name: row.name, email: row.email, language: row.language }
    }
}

impl ContributorAccounts {
    pub(crate) fn new(databases: Arc<Databases>, policy: Arc<Policy>, seal: Cipher) -> Self {
        Self { databases, seal, policy }
    }

    /// Creates an account.
    ///
    /// # Errors
    /// When the values are invalid or the address already has an account.
    #[boxed]
    pub async fn create(
        &self,
        email: &str,
        name: &str,
        password: &str,
        now: Timestamp,
    ) -> Result<Account, TenancyError> {
        let new = self.new_account(email, name, password, now).await?;
        let tx = self.databases.platform().write().await?;
        let made = new.write(&tx).await?;
        tx.commit().await?;
        Ok(made)
    }

    /// A validated account, to be stored together with a site.
    ///
    /// # Errors
    /// When the values are invalid.
    #[boxed]
    pub async fn new_account(
        &self,
        email: &str,
        name: &str,
        password: &str,
        now: Timestamp,
    ) -> Result<NewAccount, TenancyError> {
        let email = email.trim().to_lowercase();
        check_account(&email, name, password)?;
        let password_hash = hash_password(password).await?;
        let account = Account { id: AccountId::generate(), name: name.trim().to_owned(), email, language: None };
        Ok(NewAccount { account, password_hash, created_on: now })
    }

    /// Verifies address and password, and a code when the account has a second factor.
    ///
    /// # Errors
    /// [`TenancyError::SignInFailed`] for an unknown address and a wrong password alike, after the same work;
    /// [`TenancyError::SecondFactorWanted`] when the password is correct and the code is missing;
    /// [`TenancyError::SecondFactorWrong`]; [`TenancyError::TooManyCodes`].
    #[boxed]
    pub async fn sign_in(&self, credentials: &Credentials, now: Timestamp) -> Result<PasswordProof, TenancyError> {
        let proof = self.by_password(&credentials.email, &credentials.password).await?;
        self.ask_second_factor(&proof.account.id, &credentials.code, now).await?;
        Ok(proof)
    }

    /// Verifies address and password.
    ///
    /// # Errors
    /// [`TenancyError::SignInFailed`] for an unknown address and a wrong password alike, after the same work.
    #[boxed]
    pub async fn by_password(&self, email: &str, password: &str) -> Result<PasswordProof, TenancyError> {
        if password.chars().count() > PASSWORD_MAX {
            return Err(TenancyError::SignInFailed);
        }
        let email = email.trim().to_lowercase();
        let tx = self.databases.platform().read().await?;
        let found = tx.find::<account::Entity>().filter(account::Column::Email.eq(email)).one().await?;
        drop(tx);
        let hash = found.as_ref().map(|row| row.password_hash.as_str());
        let matches = verify_password(password, hash).await;
        found.filter(|_| matches).map(PasswordProof::from).ok_or(TenancyError::SignInFailed)
    }

    /// An account by address.
    ///
    /// # Errors
    /// When the database cannot be read.
    #[boxed]
    pub async fn by_email(&self, email: &str) -> Result<Option<Account>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let email = email.trim().to_lowercase();
        let found = tx.find::<account::Entity>().filter(account::Column::Email.eq(email)).one().await?;
        Ok(found.map(Account::from))
    }

    /// An account by id.
    ///
    /// # Errors
    /// [`TenancyError::SessionEnded`] when it no longer exists.
    #[boxed]
    pub async fn account(&self, id: &AccountId) -> Result<Account, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let found = tx.find::<account::Entity>().filter(account::Column::Id.eq(id.clone())).one().await?;
        found.map(Account::from).ok_or(TenancyError::SessionEnded)
    }

    /// Stores the language that a person has chosen for the admin and for e-mails; none for that of the browser.
    ///
    /// # Errors
    /// When it is no language tag.
    #[boxed]
    pub async fn choose_language(&self, id: &AccountId, language: Option<&str>) -> Result<(), TenancyError> {
        let chosen = language.and_then(valid_language_tag);
        if language.is_some() && chosen.is_none() {
            let message = "Enter a language tag such as en-US.".to_owned();
            return Err(TenancyError::Invalid(FieldErrors::from([("language".to_owned(), message)])));
        }
        let tx = self.databases.platform().write().await?;
        tx.update::<account::Entity>(account::Column::Id.eq(id.clone()))
            .set(account::Column::Language, chosen)
            .exec()
            .await?;
        Ok(tx.commit().await?)
    }

    /// Names of accounts; deleted accounts are left out.
    #[boxed]
    pub async fn names(&self, ids: Vec<AccountId>) -> Result<HashMap<AccountId, String>, TenancyError> {
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let tx = self.databases.platform().read().await?;
        let rows = tx.find::<account::Entity>().filter(account::Column::Id.is_in(ids)).all().await?;
        Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
    }

    /// Grants a role on a site; granting it again changes nothing.
    #[boxed]
    pub async fn grant(&self, website: &WebsiteId, account: &AccountId, role: i32) -> Result<(), TenancyError> {
        if !ROLES.contains(&role) {
            let message = format!("{role} is not a role.");
            return Err(TenancyError::Invalid(FieldErrors::from([("roles".to_owned(), message)])));
        }
        let tx = self.databases.platform().write().await?;
        let row = membership::ActiveModel {
            website_id: ActiveValue::Set(website.clone()),
            account_id: ActiveValue::Set(account.clone()),
            role: ActiveValue::Set(role),
        };
        match tx.insert(row).await {
            Ok(_) => Ok(tx.commit().await?),
            Err(DbError::Duplicate(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Roles of a person on a site; none when the person is not a contributor of it.
    #[boxed]
    pub async fn roles(&self, website: &WebsiteId, account: &AccountId) -> Result<Vec<i32>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let rows = tx
            .find::<membership::Entity>()
            .filter(membership::Column::WebsiteId.eq(website.clone()))
            .filter(membership::Column::AccountId.eq(account.clone()))
            .order_by_asc(membership::Column::Role)
            .all()
            .await?;
        Ok(rows.into_iter().map(|row| row.role).collect())
    }

    /// Permissions of roles.
    #[boxed]
    pub async fn permissions(
        &self,
        website: &WebsiteId,
        account: &AccountId,
        roles: &[i32],
    ) -> Result<PermissionSet, TenancyError> {
        self.policy.permissions(website, account, roles).await
    }

    /// The sites that a person is a contributor of, by title.
    #[boxed]
    pub async fn memberships(&self, account: &AccountId) -> Result<Vec<Membership>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let rows = tx
            .find::<membership::Entity>()
            .filter(membership::Column::AccountId.eq(account.clone()))
            .order_by_asc(membership::Column::Role)
            .all()
            .await?;
        let ids: Vec<WebsiteId> = rows.iter().map(|row| row.website_id.clone()).collect();
        let sites = tx
            .find::<website::Entity>()
            .filter(website::Column::Id.is_in(ids.clone()))
            .order_by_asc(website::Column::Title)
            .all()
            .await?;
        let hosts = tx
            .find::<host::Entity>()
            .filter(host::Column::WebsiteId.is_in(ids))
            .filter(host::Column::IsPrimary.eq(true))
            .all()
            .await?;
        drop(tx);
        let mut memberships = Vec::with_capacity(sites.len());
        for site in sites {
            let roles: Vec<i32> = rows.iter().filter(|row| row.website_id == site.id).map(|row| row.role).collect();
            let permissions = self.permissions(&site.id, account, &roles).await?;
            let host = hosts.iter().find(|host| host.website_id == site.id).map(|host| host.host.clone());
            memberships.push(Membership {
                status: site.status,
                requires_second_factor: site.requires_second_factor,
                website: site.id,
                identifier: site.identifier,
                title: site.title,
                host: host.unwrap_or_default(),
                roles,
                permissions,
            });
        }
        Ok(memberships)
    }
}

/// Validates the values of an account.
///
/// # Errors
/// Messages for `email`, `name` and `password`.
pub fn check_account(email: &str, name: &str, password: &str) -> Result<(), TenancyError> {
    let mut checks = Checks::default();
    let plausible = email.split_once('@').is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'));
    checks.require(plausible && email.len() <= 256, "email", "Please enter a valid email");
    checks.require(!name.trim().is_empty(), "name", contributor_texts::PLEASE_ENTER_A_NAME.english());
    if let Err(TenancyError::Invalid(wrong)) = check_password("password", password, &[email, name]) {
        wrong.into_iter().for_each(|(field, message)| checks.require(false, &field, message));
    }
    checks.finish().map_err(|failure| TenancyError::Invalid(failure.fields))
}
