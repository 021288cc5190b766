//! Copies sites: first rows, then files; then the new site is registered. Until then nobody can reach it, so an
//! interrupted copy leaves nothing visible.

mod rows;

use anyhow::Context as _;
use stoa_kernel::contributor_texts;
use stoa_kernel::id::{AccountId, SiteCopyId, WebsiteId};
use stoa_kernel::new_ids::NewIds;
use stoa_kernel::ports::BlobStore;
use stoa_site::copies::{self, SiteCopy};
use stoa_tenancy::{NewSite, Owner, TenancyError, Tenant};

use crate::jobs::Jobs;
use crate::site_removal;
use rows::{CopiedFile, RowCopier};

/// Number of files between two progress updates.
const STEP: usize = 5;

/// Starts a pending copy of a site, if any. It runs in a task of its own and does not delay other work.
pub(crate) async fn begin(jobs: &Jobs, tenant: &Tenant) -> anyhow::Result<()> {
    let target = WebsiteId::generate();
    let Some((copy, former)) = copies::claim(&tenant.ctx, &tenant.db, &target).await? else { return Ok(()) };
    let (jobs, tenant) = (jobs.clone(), tenant.clone());
    tokio::spawn(async move {
        if let Some(former) = former.and_then(|id| id.parse::<WebsiteId>().ok()) {
            delete_unregistered(&jobs, &former).await;
        }
        let outcome = make(&jobs, &tenant, &copy, &target).await;
        let noted = match outcome {
            Ok(()) => copies::finish(&tenant.db, &copy.id, jobs.tenancy.now()).await,
            Err(error) => {
                tracing::error!(tenant.id = %tenant.ctx.website(), error = format!("{error:#}"), "copying a site failed");
                if site_removal::is_uncertain(&error) {
                    let (jobs, target) = (jobs.clone(), target.clone());
                    tokio::spawn(async move {
                        site_removal::settled().await;
                        delete_unregistered(&jobs, &target).await;
                    });
                } else {
                    delete_unregistered(&jobs, &target).await;
                }
                copies::fail(&tenant.db, &copy.id, &reason(&error), jobs.tenancy.now()).await
            }
        };
        if let Err(error) = noted {
            tracing::error!(%error, "the outcome of copying a site could not be stored");
        }
    });
    Ok(())
}

async fn delete_unregistered(jobs: &Jobs, target: &WebsiteId) {
    let gone = site_removal::delete_unregistered(&jobs.tenancy.tenants, jobs.blobs.as_ref(), target).await;
    if let Err(error) = gone {
        let error = format!("{error:#}");
        tracing::warn!(error, "the rows or files of a site that was not created could not be removed");
    }
}

/// Reason of a failure, for the person who requested the copy.
fn reason(error: &anyhow::Error) -> String {
    match error.downcast_ref::<TenancyError>() {
        Some(TenancyError::Taken(_)) => contributor_texts::ADDRESS_TAKEN_MEANWHILE.into(),
        Some(TenancyError::NoFurtherSite(why)) => why.clone(),
        _ if site_removal::is_uncertain(error) => contributor_texts::COPY_UNCERTAIN.into(),
        _ => contributor_texts::COPY_NOT_CREATED.into(),
    }
}

async fn make(jobs: &Jobs, tenant: &Tenant, copy: &SiteCopy, target: &WebsiteId) -> anyhow::Result<()> {
    let made = jobs.tenancy.for_system(target, "copy").await?;
    let from = tenant.db.read().await?;
    let to = made.db.write().await?;
    let mut ids = NewIds::default();
    ids.note(tenant.ctx.website().as_str(), target.as_str());
    let mut copying = RowCopier { from: &from, to: &to, ids, files: Vec::new() };
    copying.all(&copy.title).await?;
    let files = copying.files;
    to.commit().await?;
    drop(from);
    copy_files(jobs, tenant, &copy.id, &files).await?;
    let owner: AccountId = copy.owner.parse().context("the owner of the copy")?;
    let new = NewSite {
        identifier: copy.identifier.clone(),
        title: copy.title.clone(),
        hosts: vec![format!("{}.{}", copy.identifier, jobs.settings.platform_host)],
        status: jobs.settings.new_site_status,
        plan: jobs.settings.new_site_plan.clone(),
    };
    let owner = Owner { account: &owner, new: None, rules: Some(&jobs.settings.sign_up) };
    jobs.tenancy.tenants.create(target, &new, Some(owner), jobs.tenancy.now()).await?;
    jobs.tenancy.hosts.clear_cache();
    Ok(())
}

async fn copy_files(jobs: &Jobs, tenant: &Tenant, id: &SiteCopyId, files: &[CopiedFile]) -> anyhow::Result<()> {
    // The rows count as one step.
    let count = |files: usize| i64::try_from(files).unwrap_or(i64::MAX).saturating_add(1);
    let total = count(files.len());
    for (position, file) in files.iter().enumerate() {
        if position % STEP == 0 {
            copies::record_progress(&tenant.db, id, count(position), total, jobs.tenancy.now()).await?;
        }
        copy_file(jobs.blobs.as_ref(), file).await?;
    }
    Ok(copies::record_progress(&tenant.db, id, total, total, jobs.tenancy.now()).await?)
}

/// A file that is missing in the store is missing in the copy too.
async fn copy_file(blobs: &dyn BlobStore, file: &CopiedFile) -> anyhow::Result<()> {
    match blobs.read(&file.from, 0..file.bytes).await? {
        Some(stream) => Ok(blobs.write(&file.to, stream).await?),
        None => {
            tracing::warn!(key = file.from, "a file of a copied site is missing from the blob store");
            Ok(())
        }
    }
}
