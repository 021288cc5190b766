use std::sync::Arc;

use bytes::Bytes;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::TemplateVersionId;
use stoa_site::settings;
use stoa_site::template_files::{self, OwnFiles};
use stoa_site::themes::{BASE, Theme, ThemeFile, ThemeLibrary};

use super::originals::is_sheet;
use crate::RenderError;
use crate::renderer::Renderer;
use crate::theme::ParsedTheme;

/// Most bytes of templates of sites kept ready to draw: 64 MiB.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// The themes of sites with files of their own, as visitors see them. A published state never changes, so
/// each is made once and kept while there is room.
pub(crate) struct SiteThemes {
    kept: moka::future::Cache<TemplateVersionId, Arc<ParsedTheme>>,
}

impl SiteThemes {
    pub(crate) fn new() -> Self {
        let weigher = |_: &TemplateVersionId, site: &Arc<ParsedTheme>| weight(site.theme());
        Self { kept: moka::future::Cache::builder().max_capacity(MOST_BYTES).weigher(weigher).build() }
    }
}

/// Bytes a parsed theme takes, roughly: the trees are larger than the texts they were made from.
fn weight(theme: &Theme) -> u32 {
    let texts: usize = theme.templates.values().map(|file| file.written.len() + 4 * file.source.len()).sum();
    let sheets: usize = theme.files.iter().filter(|(path, _)| is_sheet(path)).map(|(_, file)| file.bytes.len()).sum();
    u32::try_from(texts + sheets).unwrap_or(u32::MAX)
}

/// A theme as if a site's own files stood in its folder.
pub(super) fn overlaid(library: &ThemeLibrary, name: &str, own: &OwnFiles) -> Theme {
    let installed = library.get(name).or_else(|| library.get(BASE));
    let mut files = installed.map(|theme| theme.sources.clone()).unwrap_or_default();
    for (path, text) in own {
        files.insert(path.clone(), Bytes::from(text.clone()));
    }
    library.over_base(Theme::read(name, &files))
}

impl Renderer {
    /// The theme that the pages of a site are drawn with: its own files over the installed one.
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
        let made = Arc::new(self.with_own_files(name, &own));
        self.site_themes.kept.insert(version, Arc::clone(&made)).await;
        Ok(Some(made))
    }

    pub(crate) fn with_own_files(&self, name: &str, own: &OwnFiles) -> ParsedTheme {
        ParsedTheme::parse(overlaid(&self.library, name, own), &self.library, &self.options)
    }

    /// A style sheet of the site's own, as its pages link it below the theme's name.
    ///
    /// # Errors
    /// When the database refuses.
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
