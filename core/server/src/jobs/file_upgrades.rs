//! After an update, the files of all sites are brought up to date in the background.

use std::time::{Duration, Instant};

use stoa_kernel::id::WebsiteId;
use stoa_tenancy::{TenancyError, Tenants};
use tokio_util::sync::CancellationToken;

/// How many times as long as a file took, the machine is left to those who call.
const REST: u32 = 2;
/// The wait after a file that failed: what is wrong may concern all, as a full disk does.
const AFTER_FAILURE: Duration = Duration::from_secs(2);

/// The wait when the list of sites cannot be read.
const AFTER_REFUSAL: Duration = Duration::from_secs(10);

/// Ends when no file is left, or the process does. A file that fails is tried again by the next process, and whenever its site is
/// visited.
pub(super) async fn upgrade_files(tenants: &Tenants, stop: CancellationToken) {
    let mut pass = Pass::default();
    while let Some(Err(error)) = stop.run_until_cancelled(pass.go_on(tenants)).await {
        tracing::error!(%error, "which sites are to be brought up to date cannot be read; it is tried again in ten seconds");
        if stop.run_until_cancelled(tokio::time::sleep(AFTER_REFUSAL)).await.is_none() {
            return;
        }
    }
}

/// One way through the sites.
#[derive(Default)]
struct Pass {
    before: Option<WebsiteId>,
    failed: u64,
}

impl Pass {
    async fn go_on(&mut self, tenants: &Tenants) -> Result<(), TenancyError> {
        let left = tenants.old_files().await?;
        if left == 0 {
            return Ok(());
        }
        tracing::info!(sites = left, "sites are brought up to date in the background");
        while let Some(website) = tenants.next_old_file(self.before.as_ref()).await? {
            let started = Instant::now();
            let pause = match tenants.upgrade_file(&website).await {
                Ok(()) => started.elapsed() * REST,
                Err(error) => {
                    self.failed += 1;
                    let error = format!("{:#}", anyhow::Error::from(error));
                    tracing::error!(error, tenant.id = %website, "a site could not be brought up to date");
                    AFTER_FAILURE
                }
            };
            tokio::time::sleep(pause).await;
            self.before = Some(website);
        }
        match self.failed {
            0 => tracing::info!("all sites are up to date"),
            failed => {
                tracing::warn!(failed, "the other sites are up to date; these are tried again when they are visited")
            }
        }
        Ok(())
    }
}
