//! The databases that the recorder of visitors' analytics writes to.

use std::sync::Arc;

use async_trait::async_trait;
use stoa_analytics::{AnalyticsError, Recorder, SiteStores};
use stoa_entity::TenantDb;
use stoa_kernel::clock::{Clock, Timestamp};
use stoa_kernel::id::WebsiteId;
use stoa_tenancy::{Databases, TenancyError};

/// The databases of sites.
struct Stores(Arc<Databases>);

/// Starts the recorder.
pub(crate) fn recorder(databases: &Arc<Databases>, clock: &Arc<dyn Clock>) -> Arc<Recorder> {
    Recorder::start(Arc::new(Stores(Arc::clone(databases))), Arc::clone(clock))
}

#[async_trait]
impl SiteStores for Stores {
    async fn open(&self, website: &WebsiteId) -> Result<Option<TenantDb>, AnalyticsError> {
        self.0.analytics_for_writing(website).await.map_err(failed)
    }

    async fn make_room(&self, from: Timestamp, until: Timestamp) -> Result<(), AnalyticsError> {
        self.0.make_analytics_months(from, until).await.map_err(failed)
    }

    async fn wake(&self, website: &WebsiteId, due_on: Timestamp) -> Result<(), AnalyticsError> {
        self.0.due_work().wake(website, due_on).await.map_err(failed)
    }
}

fn failed(error: TenancyError) -> AnalyticsError {
    AnalyticsError::Open(Box::new(error))
}
