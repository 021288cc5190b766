//! The areas of blocks of a site.

use stoa_entity::TenantDb;
use stoa_kernel::boxed;
use stoa_site::settings;
use stoa_site::themes::AreaField;

use crate::RenderError;
use crate::renderer::Renderer;

impl Renderer {
    /// The areas of blocks in the site's published theme.
    ///
    /// # Errors
    /// When the database refuses.
    #[boxed]
    pub async fn area_fields(&self, db: &TenantDb) -> Result<Vec<AreaField>, RenderError> {
        let tx = db.read().await?;
        let name = settings::site_row(&tx).await?.theme;
        Ok(self.theme_of(&tx, &name).await?.theme().areas.clone())
    }
}
