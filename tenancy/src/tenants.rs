//! The platform's list of sites: create, list, change status.

mod load_runs;

pub use load_runs::LoadRunSite;

use std::collections::HashMap;
use std::sync::Arc;

use sea_orm::{ActiveValue, ColumnTrait};
use stoa_entity::DbError;
use stoa_entity::platform::{account, host, membership, website};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AccountId, WebsiteId};
use stoa_kernel::website::WebsiteStatus;
use stoa_kernel::{FieldErrors, boxed};

use crate::contributors::ADMIN;
use crate::due_work::record_due_time;
use crate::sign_up::check_site_creation;
use crate::trial::{begin_trial, end_trial};
use crate::{Databases, NewAccount, SignUpRules, TenancyError, contributor_texts};

/// First labels of host names that are reserved for the installation.
const RESERVED: [&str; 14] = [
    "admin", "api", "app", "assets", "cdn", "ftp", "help", "mail", "media", "smtp", "static", "status", "support",
    "www",
];

/// Minimum length of a site's short name.
pub const IDENTIFIER_MIN: usize = 3;
/// Maximum length of a site's short name.
pub const IDENTIFIER_MAX: usize = 40;

/// A site to be created.
#[derive(Clone, Debug)]
pub struct NewSite {
    /// Short name: [`IDENTIFIER_MIN`] to [`IDENTIFIER_MAX`] lower-case letters, digits and hyphens.
    pub identifier: String,
    /// Name shown in lists of sites.
    pub title: String,
    /// Host names, the primary one first.
    pub hosts: Vec<String>,
    /// Its initial status.
    pub status: WebsiteStatus,
    /// Its initial plan, by its name in the settings.
    pub plan: Option<String>,
}

/// The owner of a new site.
#[derive(Clone, Copy)]
pub struct Owner<'a> {
    /// Id of the account.
    pub account: &'a AccountId,
    /// The account of that id, if it is created in the same transaction.
    pub new: Option<&'a NewAccount>,
    /// Self-service rules of the installation; none when its operator creates the site.
    pub rules: Option<&'a SignUpRules>,
}

/// A site in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteSummary {
    /// Its id.
    pub id: WebsiteId,
    /// Its short name.
    pub identifier: String,
    /// Its name.
    pub title: String,
    /// Its host names, the primary one first.
    pub hosts: Vec<String>,
    /// Its status.
    pub status: WebsiteStatus,
    /// Its plan, by its name in the settings.
    pub plan: Option<String>,
}

impl SiteSummary {
    fn new(site: website::Model, hosts: Vec<String>) -> Self {
        Self {
            hosts,
            status: site.status,
            plan: site.plan,
            id: site.id,
            identifier: site.identifier,
            title: site.title,
        }
    }
}

/// The sites.
pub struct Tenants {
    pub(crate) databases: Arc<Databases>,
}

/// The error when another site has an identifier or a host name.
fn taken(name: &str, error: DbError) -> TenancyError {
    match error {
        DbError::Duplicate(_) => TenancyError::Taken(name.to_owned()),
        other => TenancyError::from(other),
    }
}

impl Tenants {
    pub(crate) fn new(databases: Arc<Databases>) -> Self {
        Self { databases }
    }

    /// Registers a site with its hosts and its owner, whose account may be created with it. Its rows may be written
    /// before: until it is registered nobody can reach them.
    ///
    /// # Errors
    /// When the identifier is malformed, or it or a host is taken; [`TenancyError::NoFurtherSite`].
    #[boxed]
    pub async fn create<'a>(
        &'a self,
        id: &WebsiteId,
        site: &NewSite,
        owner: Option<Owner<'a>>,
        now: Timestamp,
    ) -> Result<(), TenancyError> {
        check_identifier(&site.identifier)?;
        self.databases.tenant(id).await?;
        let tx = self.databases.platform().write().await?;
        if let Some(Owner { new: Some(new), .. }) = owner {
            new.write(&tx).await?;
        }
        if let Some(Owner { account, rules: Some(rules), .. }) = owner {
            let own = account::Column::Id.eq(account.clone());
            tx.find::<account::Entity>().filter(own).for_update().one().await?;
            check_site_creation(&tx, account, rules).await?;
        }
        let row = website::ActiveModel {
            id: ActiveValue::Set(id.clone()),
            identifier: ActiveValue::Set(site.identifier.clone()),
            title: ActiveValue::Set(site.title.clone()),
            status: ActiveValue::Set(site.status),
            plan: ActiveValue::Set(site.plan.clone()),
            requires_second_factor: ActiveValue::Set(false),
            created_on: ActiveValue::Set(now),
            file_version: ActiveValue::Set(self.databases.sites_version()),
        };
        tx.insert(row).await.map_err(|error| taken(&site.identifier, error))?;
        if site.status == WebsiteStatus::Trial {
            begin_trial(&tx, id, now).await?;
        }
        for (position, name) in site.hosts.iter().enumerate() {
            let row = host::ActiveModel {
                host: ActiveValue::Set(name.to_ascii_lowercase()),
                website_id: ActiveValue::Set(id.clone()),
                is_primary: ActiveValue::Set(position == 0),
            };
            tx.insert(row).await.map_err(|error| taken(name, error))?;
        }
        if let Some(Owner { account, .. }) = owner {
            let row = membership::ActiveModel {
                website_id: ActiveValue::Set(id.clone()),
                account_id: ActiveValue::Set(account.clone()),
                role: ActiveValue::Set(ADMIN),
            };
            tx.insert(row).await?;
        }
        // Its rows may have been written long ago, by a copy with many files: due work in them is found from now on.
        record_due_time(&tx, id, now, None).await?;
        Ok(tx.commit().await?)
    }

    /// Deletes what was written for a site that was not registered in the end.
    ///
    /// # Errors
    /// When a database cannot be written; a registered site stays.
    #[boxed]
    pub async fn delete_unregistered(&self, id: &WebsiteId) -> Result<(), TenancyError> {
        if self.is_known(id).await? {
            return Ok(());
        }
        self.databases.erase(id).await
    }

    /// Whether a site with this identifier exists.
    #[boxed]
    pub async fn exists(&self, identifier: &str) -> Result<bool, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let found = tx.find::<website::Entity>().filter(website::Column::Identifier.eq(identifier)).one().await?;
        Ok(found.is_some())
    }

    /// Those of the host names that belong to a site already.
    #[boxed]
    pub async fn taken_hosts(&self, hosts: &[String]) -> Result<Vec<String>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let names = hosts.iter().map(|name| name.to_ascii_lowercase());
        let found = tx.find::<host::Entity>().filter(host::Column::Host.is_in(names)).all().await?;
        Ok(found.into_iter().map(|row| row.host).collect())
    }

    /// Whether a site with this id exists.
    #[boxed]
    pub async fn is_known(&self, id: &WebsiteId) -> Result<bool, TenancyError> {
        self.databases.is_known(id).await
    }

    /// All sites, by identifier.
    ///
    /// # Errors
    /// When the database cannot be read.
    #[boxed]
    pub async fn list(&self) -> Result<Vec<SiteSummary>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let sites = tx.find::<website::Entity>().order_by_asc(website::Column::Identifier).all().await?;
        let hosts = tx.find::<host::Entity>().order_by_desc(host::Column::IsPrimary).all().await?;
        let mut own: HashMap<WebsiteId, Vec<String>> = HashMap::new();
        for row in hosts {
            own.entry(row.website_id).or_default().push(row.host);
        }
        let summary = |site: website::Model| {
            let hosts = own.remove(&site.id).unwrap_or_default();
            SiteSummary::new(site, hosts)
        };
        Ok(sites.into_iter().map(summary).collect())
    }

    /// Up to `limit` sites, by identifier, and the total number.
    #[boxed]
    pub async fn some(&self, limit: u64) -> Result<(Vec<SiteSummary>, u64), TenancyError> {
        let tx = self.databases.platform().read().await?;
        let count = tx.find::<website::Entity>().count().await?;
        let sites = tx.find::<website::Entity>().order_by_asc(website::Column::Identifier).limit(limit).all().await?;
        drop(tx);
        let mut some = Vec::with_capacity(sites.len());
        for site in sites {
            some.extend(self.get(&site.id).await?);
        }
        Ok((some, count))
    }

    /// One site.
    ///
    /// # Errors
    /// When the database cannot be read.
    #[boxed]
    pub async fn get(&self, id: &WebsiteId) -> Result<Option<SiteSummary>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let Some(site) = tx.find::<website::Entity>().filter(website::Column::Id.eq(id.clone())).one().await? else {
            return Ok(None);
        };
        let own = tx.find::<host::Entity>().filter(host::Column::WebsiteId.eq(id.clone()));
        let hosts = own.order_by_desc(host::Column::IsPrimary).all().await?;
        Ok(Some(SiteSummary::new(site, hosts.into_iter().map(|row| row.host).collect())))
    }

    /// Changes the status of a site; for one that is put on trial, a trial begins within minutes. Processes that have
    /// its hosts cached learn of it within half a minute.
    ///
    /// # Errors
    /// [`TenancyError::UnknownSite`] when no site has that identifier.
    #[boxed]
    pub async fn set_status(&self, identifier: &str, status: WebsiteStatus) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        let own = website::Column::Identifier.eq(identifier);
        let site = tx.find::<website::Entity>().filter(own.clone()).one().await?.ok_or(TenancyError::UnknownSite)?;
        end_trial(&tx, &site.id).await?;
        tx.update::<website::Entity>(own).set(website::Column::Status, status).exec().await?;
        Ok(tx.commit().await?)
    }
}

/// Validates a short name.
///
/// # Errors
/// A message for `identifier`.
pub fn check_identifier(identifier: &str) -> Result<(), TenancyError> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let whole = (IDENTIFIER_MIN..=IDENTIFIER_MAX).contains(&identifier.len()) && identifier.bytes().all(plain);
    let message = if !whole || identifier.starts_with('-') || identifier.ends_with('-') {
        contributor_texts::ADDRESS_OF_A_SITE.with("least", IDENTIFIER_MIN).with("most", IDENTIFIER_MAX).to_string()
    } else if RESERVED.contains(&identifier) {
        stoa_kernel::contributor_texts::ADDRESS_RESERVED_CHOOSE_ANOTHER.english().to_owned()
    } else {
        return Ok(());
    };
    Err(TenancyError::Invalid(FieldErrors::from([("identifier".to_owned(), message)])))
}
