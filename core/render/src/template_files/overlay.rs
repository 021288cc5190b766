//! Themes with the files that a site has put in place of theirs.

use std::sync::Arc;

use bytes::Bytes;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::id::TemplateVersionId;
use stoa_site::settings;
use stoa_site::template_files::{self, ThemeOverrides};
use stoa_site::themes::{BASE, STYLE_FAILED, Theme, ThemeFile, ThemeLibrary};

use super::originals::is_sheet;
use crate::RenderError;
use crate::own_thread::on_own_thread;
use crate::renderer::Renderer;
use crate::theme::ParsedTheme;

/// Maximum size of sites' parsed templates in memory: 64 MiB.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// The published themes of sites with customized files. A published version never changes, so each is built once and
/// cached while there is room.
pub(crate) struct SiteThemes {
    kept: moka::future::Cache<TemplateVersionId, Arc<ParsedTheme>>,
}

impl SiteThemes {
    pub(crate) fn new() -> Self {
        let weigher = |_: &TemplateVersionId, site: &Arc<ParsedTheme>| weight(site.theme());
        Self { kept: moka::future::Cache::builder().max_capacity(MAX_BYTES).weigher(weigher).build() }
    }
}

/// Approximate size of a parsed theme in bytes: trees are larger than their source.
fn weight(theme: &Theme) -> u32 {
    let texts: usize = theme.templates.values().map(|file| file.written.len() + 4 * file.source.len()).sum();
    let sheets: usize = theme.files.iter().filter(|(path, _)| is_sheet(path)).map(|(_, file)| file.bytes.len()).sum();
    u32::try_from(texts + sheets).unwrap_or(u32::MAX)
}

/// A theme with a site's files replacing those of its folder.
pub(super) fn overlaid(library: &ThemeLibrary, name: &str, own: &ThemeOverrides) -> Theme {
    let installed = library.get(name).or_else(|| library.get(BASE));
    let mut files = installed.map(|theme| theme.sources.clone()).unwrap_or_default();
    for (path, text) in own {
        files.insert(path.clone(), Bytes::from(text.clone()));
    }
    library.inherit_from_base(Theme::read(name, &files))
}

impl Renderer {
    /// The theme of a site's pages: its customized files over the installed theme.
    pub(crate) async fn theme_of(&self, tx: &TenantTx, name: &str) -> Result<Arc<ParsedTheme>, RenderError> {
        if let Some(site) = self.site_theme(tx, name).await? {
            return Ok(site);
        }
        let theme = self.themes.get(name).or_else(|| self.themes.get(BASE));
        theme.ok_or_else(|| RenderError::NoTheme(name.to_owned()))
    }

    async fn site_theme(&self, tx: &TenantTx, name: &str) -> Result<Option<Arc<ParsedTheme>>, RenderError> {
        let Some(version) = template_files::published_version(tx, name).await? else { return Ok(None) };
        if let Some(kept) = self.site_themes.kept.get(&version).await {
            return Ok(Some(kept));
        }
        let own = template_files::published_files(tx, name).await?;
        let made = Arc::new(self.with_own_files(name, own).await?);
        // A theme without its style sheets is built again for the next page.
        if !made.theme().problems.iter().any(|problem| problem.code == STYLE_FAILED) {
            self.site_themes.kept.insert(version, Arc::clone(&made)).await;
        }
        Ok(Some(made))
    }

    /// A theme with customized files, ready to render. Its style sheets are compiled outside the async runtime.
    pub(crate) async fn with_own_files(&self, name: &str, own: ThemeOverrides) -> Result<ParsedTheme, RenderError> {
        let (library, options, name) = (Arc::clone(&self.library), self.options.clone(), name.to_owned());
        let work = move || ParsedTheme::parse(overlaid(&library, &name, &own), &library, &options);
        on_own_thread(work).await.map_err(|error| RenderError::Broken(Box::new(error)))
    }

    /// A customized style sheet, as pages link it below the theme's name.
    ///
    /// # Errors
    /// When the database refuses.
    #[boxed]
    pub async fn own_style(&self, db: &TenantDb, theme: &str, path: &str) -> Result<Option<ThemeFile>, RenderError> {
        if !is_sheet(path) {
            return Ok(None);
        }
        let tx = db.read().await?;
        if settings::site_row(&tx).await?.theme != theme {
            return Ok(None);
        }
        let site = self.site_theme(&tx, theme).await?;
        Ok(site.and_then(|site| site.theme().files.get(path).cloned()))
    }
}
