use std::collections::BTreeMap;
use std::sync::Arc;

use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;
use stoa_page::{Sheet, with_drafted_style};
use stoa_site::template_files::{self, FileProblem, OwnFiles, Themes as _, Unsaved};
use stoa_site::themes::{Place, Problem, Theme};

use super::check::with_offset;
use super::originals::is_sheet;
use crate::RenderError;
use crate::draw::BlockError;
use crate::live::SiteFace;
use crate::renderer::{Instead, Renderer, Wanted};
use crate::resolve::{Address, Credentials, PageQuery, resolve};

/// A contributor's wish to see a page drawn with drafts of templates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplatePreviewCall {
    /// How the site is known to browsers.
    pub site: SiteFace,
    /// Path of the page.
    pub path: String,
    /// Query string without `?`.
    pub query: String,
    /// Files that are not saved, laid over the drafts.
    pub unsaved: Unsaved,
}

/// A page as visitors would see it if the drafts were published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplatePreview {
    /// The whole page.
    pub html: String,
    /// What is wrong with the drafts, and what went wrong while this page was drawn.
    pub problems: Vec<FileProblem>,
}

impl Renderer {
    /// A page of the site with its published content, drawn with the drafts of its templates.
    ///
    /// # Errors
    /// [`stoa_site::SiteError::Denied`] when the caller may not see drafts,
    /// [`stoa_site::SiteError::Invalid`] when an unsaved file could not be saved.
    pub async fn template_preview(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: TemplatePreviewCall,
    ) -> Result<TemplatePreview, RenderError> {
        let (name, own) = template_files::drafts(ctx, db, self, call.unsaved).await?;
        let mut problems = self.problems(&name, &own);
        let parsed = Arc::new(self.with_own_files(&name, &own));
        let query = PageQuery::read(&call.query);
        let address = Address::read(&call.path, &call.query);
        let target = {
            let tx = db.read().await?;
            resolve(&tx, address, Credentials::default(), ctx.now_ms()).await?
        };
        let page = call.site.call(&call.path, &call.query);
        let instead = Instead { theme: Some(Arc::clone(&parsed)), ..Instead::default() };
        let wanted = Wanted { call: &page, query: &query, target, checkout: None, in_editor: true, instead };
        let (_, drawn) = self.drawn(ctx, db, wanted).await?;
        for error in drawn.errors {
            let problem = at_run(error, parsed.theme());
            if !problems.iter().any(|known| is_same(known, &problem)) {
                problems.push(problem);
            }
        }
        let sheets = drafted_sheets(parsed.theme(), &own);
        let html = sheets.values().fold(drawn.html, |html, sheet| match &sheet.text {
            Some(text) => with_drafted_style(html, &sheet.address, text),
            None => html,
        });
        Ok(TemplatePreview { html, problems })
    }
}

fn is_same(known: &FileProblem, other: &FileProblem) -> bool {
    (&known.path, known.line, known.column) == (&other.path, other.line, other.column)
}

/// Something that went wrong on this page. Others may be drawn without it, so it is a warning.
fn at_run(error: BlockError, theme: &Theme) -> FileProblem {
    let name = error.file.unwrap_or_default();
    let path = theme.templates.get(&name).map_or(name.as_str(), |file| file.path.as_str());
    let place = Place { line: error.line, column: error.column };
    with_offset(Problem::warning("failed-on-this-page", path, error.message).at(place), theme)
}

/// Style sheets by path: drafts have no address yet, so their text takes the place of the link.
pub(crate) fn drafted_sheets(theme: &Theme, own: &OwnFiles) -> BTreeMap<String, Sheet> {
    let sheets = theme.files.iter().filter(|(path, _)| is_sheet(path));
    let sheets = sheets.filter_map(|(path, file)| {
        let text = own.contains_key(path).then(|| String::from_utf8_lossy(&file.bytes).into_owned());
        Some((path.clone(), Sheet { address: theme.address(path)?, text }))
    });
    sheets.collect()
}
