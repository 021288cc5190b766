//! Sites as the platform knows them: made, listed, removed.

use std::sync::Arc;

use sea_orm::{ActiveValue, ColumnTrait};
use stoa_entity::DbError;
use stoa_entity::platform::{due_work, host, website};
use stoa_kernel::FieldErrors;
use stoa_kernel::id::WebsiteId;

use crate::{Databases, TenancyError};

/// A site to be made.
#[derive(Clone, Debug)]
pub struct NewSite {
    /// Short name: 3 to 40 lower-case letters, digits and hyphens.
    pub identifier: String,
    /// Name shown where sites are listed.
    pub title: String,
    /// Host names, the primary one first.
    pub hosts: Vec<String>,
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
}

/// The sites.
pub struct Tenants {
    databases: Arc<Databases>,
}

impl Tenants {
    pub(crate) fn new(databases: Arc<Databases>) -> Self {
        Self { databases }
    }

    /// Makes a site known under its hosts. Its rows may have been written before: until then nobody
    /// can reach them.
    ///
    /// # Errors
    /// When the identifier is malformed, or it or a host is taken.
    pub async fn create(&self, id: &WebsiteId, site: &NewSite, now_ms: i64) -> Result<(), TenancyError> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !(3..=40).contains(&site.identifier.len()) || !site.identifier.bytes().all(plain) {
            let message = "Use 3 to 40 lower-case letters, digits and hyphens.".to_owned();
            return Err(TenancyError::Invalid(FieldErrors::from([("identifier".to_owned(), message)])));
        }
        let taken = |name: &str| {
            let name = name.to_owned();
            move |error| match error {
                DbError::Duplicate(_) => TenancyError::Taken(name),
                other => TenancyError::from(other),
            }
        };
        self.databases.tenant(id).await?;
        let tx = self.databases.platform().write().await?;
        let row = website::ActiveModel {
            id: ActiveValue::Set(id.clone()),
            identifier: ActiveValue::Set(site.identifier.clone()),
            title: ActiveValue::Set(site.title.clone()),
            status: ActiveValue::Set("paid".to_owned()),
            created_on: ActiveValue::Set(now_ms),
        };
        tx.insert(row).await.map_err(taken(&site.identifier))?;
        for (position, name) in site.hosts.iter().enumerate() {
            let row = host::ActiveModel {
                host: ActiveValue::Set(name.to_ascii_lowercase()),
                website_id: ActiveValue::Set(id.clone()),
                is_primary: ActiveValue::Set(position == 0),
            };
            tx.insert(row).await.map_err(taken(name))?;
        }
        Ok(tx.commit().await?)
    }

    /// Whether a site of this identifier exists.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn exists(&self, identifier: &str) -> Result<bool, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let found = tx.find::<website::Entity>().filter(website::Column::Identifier.eq(identifier)).one().await?;
        Ok(found.is_some())
    }

    /// All sites, by identifier.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn list(&self) -> Result<Vec<SiteSummary>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let sites = tx.find::<website::Entity>().order_by_asc(website::Column::Identifier).all().await?;
        let hosts = tx.find::<host::Entity>().order_by_desc(host::Column::IsPrimary).all().await?;
        Ok(sites
            .into_iter()
            .map(|site| SiteSummary {
                hosts: hosts.iter().filter(|row| row.website_id == site.id).map(|row| row.host.clone()).collect(),
                id: site.id,
                identifier: site.identifier,
                title: site.title,
            })
            .collect())
    }

    /// Removes a site and everything it owns, for good.
    ///
    /// # Errors
    /// [`TenancyError::UnknownSite`] when there is none of that identifier.
    pub async fn delete(&self, identifier: &str) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        let site = tx.find::<website::Entity>().filter(website::Column::Identifier.eq(identifier)).one().await?;
        let site = site.ok_or(TenancyError::UnknownSite)?;
        tx.delete::<due_work::Entity>(due_work::Column::WebsiteId.eq(site.id.clone())).exec().await?;
        tx.delete::<website::Entity>(website::Column::Id.eq(site.id.clone())).exec().await?;
        tx.commit().await?;
        self.databases.erase(&site.id).await
    }

    /// Notes that a site has things to do from `due_on` on; an earlier time that stands already
    /// stays.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn wake(&self, website: &WebsiteId, due_on: i64) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        let own = due_work::Column::WebsiteId.eq(website.clone());
        let noted = tx.find::<due_work::Entity>().filter(own.clone()).for_update().one().await?;
        match noted {
            Some(row) if row.due_on <= due_on => return Ok(()),
            Some(_) => {
                tx.update::<due_work::Entity>(own).set(due_work::Column::DueOn, due_on).exec().await?;
            }
            None => {
                let row = due_work::ActiveModel {
                    website_id: ActiveValue::Set(website.clone()),
                    due_on: ActiveValue::Set(due_on),
                };
                match tx.insert(row).await {
                    Err(DbError::Duplicate(_)) => return Ok(()),
                    other => other.map(|_| ())?,
                }
            }
        }
        Ok(tx.commit().await?)
    }

    /// Sites whose time has come, taken off the list.
    ///
    /// # Errors
    /// When the database cannot be read or written.
    pub async fn take_due(&self, now_ms: i64) -> Result<Vec<WebsiteId>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let due = tx.find::<due_work::Entity>().filter(due_work::Column::DueOn.lte(now_ms)).limit(100).all().await?;
        drop(tx);
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let tx = self.databases.platform().write().await?;
        let ids: Vec<WebsiteId> = due.into_iter().map(|row| row.website_id).collect();
        tx.delete::<due_work::Entity>(due_work::Column::WebsiteId.is_in(ids.clone())).exec().await?;
        tx.commit().await?;
        Ok(ids)
    }
}
