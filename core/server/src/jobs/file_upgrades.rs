//! Migrates the files of all sites in the background after an update.

use std::time::{Duration, Instant};

use stoa_kernel::id::WebsiteId;
use stoa_tenancy::{TenancyError, Tenants};
use tokio_util::sync::CancellationToken;

/// Back-off factor: pause after a file as a multiple of the time it took, so that requests are not slowed down.
const REST: u32 = 2;
/// Pause after a file that failed: the cause may affect all files, for instance a full disk.
const AFTER_FAILURE: Duration = Duration::from_secs(2);

/// Pause when the list of sites cannot be read.
const AFTER_REFUSAL: Duration = Duration::from_secs(10);

/// Ends when no file is left, or at `stop`. A file that fails is retried by the next process, and whenever its site is
/// visited.
pub(super) async fn migrate_site_files(tenants: &Tenants, stop: CancellationToken) {
    let mut pass = Pass::default();
    while let Some(Err(error)) = stop.run_until_cancelled(pass.go_on(tenants)).await {
        tracing::error!(%error, "the list of sites to migrate cannot be read; trying again in ten seconds");
        if stop.run_until_cancelled(tokio::time::sleep(AFTER_REFUSAL)).await.is_none() {
            return;
        }
    }
}

/// One pass over the sites.
#[derive(Default)]
struct Pass {
    before: Option<WebsiteId>,
    failed: u64,
}

impl Pass {
    async fn go_on(&mut self, tenants: &Tenants) -> Result<(), TenancyError> {
        let left = tenants.count_files_to_migrate().await?;
        if left == 0 {
            return Ok(());
        }
        tracing::info!(sites = left, "sites are being migrated in the background");
        while let Some(website) = tenants.next_file_to_migrate(self.before.as_ref()).await? {
            let started = Instant::now();
            let pause = match tenants.upgrade_file(&website).await {
                Ok(()) => started.elapsed() * REST,
                Err(error) => {
                    self.failed += 1;
                    let error = format!("{:#}", anyhow::Error::from(error));
                    tracing::error!(error, tenant.id = %website, "a site could not be migrated");
                    AFTER_FAILURE
                }
            };
            tokio::time::sleep(pause).await;
            self.before = Some(website);
        }
        match self.failed {
            0 => tracing::info!("all sites are migrated"),
            failed => {
                tracing::warn!(failed, "some sites could not be migrated; they are tried again when they are visited")
            }
        }
        Ok(())
    }
}
