//! Self-service creation of sites.

use std::sync::Arc;

use async_trait::async_trait;
use stoa_entity::DbError;
use stoa_http::{SiteChoices, SiteCreation};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::BlobStore;
use stoa_kernel::{Failure, FieldErrors};
use stoa_site::SiteError;
use stoa_site::media::Media;
use stoa_site::themes::Theme;
use stoa_tenancy::{Account, NewSite, Owner, SignUpRules, Tenancy, TenancyError};

use super::blank::{InitialContent, begin};
use crate::site_removal;

/// Creates sites within the self-service rules of the installation.
pub(crate) struct SiteCreator {
    pub(crate) tenancy: Arc<Tenancy>,
    pub(crate) media: Arc<Media>,
    pub(crate) blobs: Arc<dyn BlobStore>,
    pub(crate) rules: SignUpRules,
}

impl SiteCreator {
    async fn write(&self, id: &WebsiteId, beginning: InitialContent<'_>, owner: &Account) -> anyhow::Result<()> {
        let new = beginning.new;
        begin(&self.tenancy, &self.media, id, beginning).await?;
        let owner = Owner { account: &owner.id, new: None, rules: Some(&self.rules) };
        Ok(self.tenancy.tenants.create(id, new, Some(owner), self.tenancy.now()).await?)
    }
}

#[async_trait]
impl SiteCreation for SiteCreator {
    async fn found(
        &self,
        theme: &Theme,
        new: &NewSite,
        choices: SiteChoices,
        owner: &Account,
    ) -> Result<WebsiteId, Failure> {
        self.tenancy.staff.check_site_creation(&owner.id, &self.rules).await?;
        if self.tenancy.tenants.exists(&new.identifier).await? {
            return Err(taken());
        }
        let id = WebsiteId::generate();
        let beginning = InitialContent { theme, new, choices: &choices, contact_email: &owner.email };
        let Err(error) = self.write(&id, beginning, owner).await else { return Ok(id) };
        if site_removal::is_uncertain(&error) {
            let (tenancy, blobs) = (Arc::clone(&self.tenancy), Arc::clone(&self.blobs));
            tokio::spawn(async move {
                site_removal::settled().await;
                delete_unregistered(&tenancy, blobs.as_ref(), &id).await;
            });
        } else {
            delete_unregistered(&self.tenancy, self.blobs.as_ref(), &id).await;
        }
        Err(failure(error))
    }
}

async fn delete_unregistered(tenancy: &Tenancy, blobs: &dyn BlobStore, id: &WebsiteId) {
    if let Err(error) = site_removal::delete_unregistered(&tenancy.tenants, blobs, id).await {
        let error = format!("{error:#}");
        tracing::warn!(error, "the rows or files of a site that was not created could not be removed");
    }
}

/// Converts an error of creating a site, keeping the message of its cause.
fn failure(error: anyhow::Error) -> Failure {
    let error = match error.downcast::<TenancyError>() {
        Ok(TenancyError::Taken(_)) => return taken(),
        Ok(other) => return other.into(),
        Err(other) => other,
    };
    let error = match error.downcast::<SiteError>() {
        Ok(other) => return other.into(),
        Err(other) => other,
    };
    match error.downcast::<DbError>() {
        Ok(other) => other.into(),
        Err(other) => TenancyError::Broken("a site could not be created", other.into()).into(),
    }
}

fn taken() -> Failure {
    let message = "This address is taken. Please choose another one.".to_owned();
    Failure::validation(FieldErrors::from([("identifier".to_owned(), message)]))
}
