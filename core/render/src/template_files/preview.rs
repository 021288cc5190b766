//! A page as it would be with the drafts of a theme's files.

use std::collections::BTreeMap;
use std::sync::Arc;

use stoa_entity::TenantDb;
use stoa_kernel::{TenantCtx, boxed};
use stoa_page::{Sheet, with_drafted_style};
use stoa_site::template_files::{self, FileProblem, ThemeOverrides, Themes as _, UnsavedTexts};
use stoa_site::themes::{Form, Problem, TextPosition, Theme};

use super::check::with_offset;
use super::originals::is_sheet;
use crate::RenderError;
use crate::draw::BlockError;
use crate::live::PublicSite;
use crate::renderer::{DraftOverrides, RenderRequest, Renderer};
use crate::resolve::{Address, Credentials, PageQuery, resolve};

/// A contributor's request for a page rendered with template drafts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplatePreviewCall {
    /// The site's public address.
    pub site: PublicSite,
    /// Path of the page.
    pub path: String,
    /// Query string without `?`.
    pub query: String,
    /// Unsaved files, which replace the drafts.
    pub unsaved: UnsavedTexts,
}

/// A page as visitors would see it if the drafts were published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplatePreview {
    /// HTML of the whole page.
    pub html: String,
    /// Problems of the drafts, and errors while this page was rendered.
    pub problems: Vec<FileProblem>,
}

impl Renderer {
    /// Renders a page with its published content and the template drafts.
    ///
    /// # Errors
    /// [`stoa_site::SiteError::Denied`] when the caller may not see drafts, [`stoa_site::SiteError::Invalid`] when an
    /// unsaved file could not be saved.
    #[boxed]
    pub async fn template_preview(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: TemplatePreviewCall,
    ) -> Result<TemplatePreview, RenderError> {
        let (name, own) = template_files::drafts(ctx, db, self, call.unsaved).await?;
        let mut problems = self.problems(&name, own.clone()).await?;
        let parsed = Arc::new(self.with_own_files(&name, own.clone()).await?);
        let query = PageQuery::read(&call.query);
        let address = Address::read(&call.path, &call.query);
        let target = {
            let tx = db.read().await?;
            resolve(&tx, address, Credentials::default(), ctx.now()).await?
        };
        let page = call.site.call(&call.path, &call.query);
        let instead = DraftOverrides { theme: Some(Arc::clone(&parsed)), ..DraftOverrides::default() };
        let shown = RenderRequest::of_visitors(&page, &query, target);
        let wanted = RenderRequest { in_editor: true, instead, ..shown };
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

/// An error on this page. Other pages may render without it, so it is a warning.
fn at_run(error: BlockError, theme: &Theme) -> FileProblem {
    let name = error.file.unwrap_or_default();
    let path = theme.templates.get(&name).map_or(name.as_str(), |file| file.path.as_str());
    let place = TextPosition { line: error.line, column: error.column };
    with_offset(Problem::warning("failed-on-this-page", path, error.message).at(place), theme)
}

/// Style sheets by path: drafts have no URL yet, so their text replaces the link. In the original form each sheet
/// depends on the others.
pub(crate) fn drafted_sheets(theme: &Theme, own: &ThemeOverrides) -> BTreeMap<String, Sheet> {
    let all = theme.form == Form::Original && own.keys().any(|path| is_sheet(path));
    let sheets = theme.files.iter().filter(|(path, _)| is_sheet(path));
    let sheets = sheets.filter_map(|(path, file)| {
        let text = (all || own.contains_key(path)).then(|| String::from_utf8_lossy(&file.bytes).into_owned());
        Some((path.clone(), Sheet { address: theme.address(path)?, text }))
    });
    sheets.collect()
}
