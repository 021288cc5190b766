use std::sync::Arc;

use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;
use stoa_site::template_files::{self, FileProblem, OwnFiles, Themes as _, Unsaved};
use stoa_site::themes::{Place, Problem, Theme};

use super::check::with_offset;
use super::originals::is_sheet;
use crate::RenderError;
use crate::draw::{BlockError, escape_html};
use crate::renderer::{PageCall, Renderer, Wanted};
use crate::resolve::{Address, PageQuery, resolve};

/// A contributor's wish to see a page drawn with drafts of templates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplatePreviewCall {
    /// How browsers address the site, without a closing slash.
    pub origin: String,
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
            resolve(&tx, address, ctx.now_ms()).await?
        };
        let page = PageCall { path: call.path, query: call.query, origin: call.origin, ..PageCall::default() };
        let theme = Some(Arc::clone(&parsed));
        let wanted = Wanted { call: &page, query: &query, target, checkout: None, in_editor: true, theme };
        let (_, drawn) = self.drawn(ctx, db, wanted).await?;
        for error in drawn.errors {
            let problem = at_run(error, parsed.theme());
            if !problems.iter().any(|known| is_same(known, &problem)) {
                problems.push(problem);
            }
        }
        Ok(TemplatePreview { html: with_drafted_styles(drawn.html, parsed.theme(), &own), problems })
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

/// Drafts of style sheets have no address: their text stands in the page instead of the link.
fn with_drafted_styles(html: String, theme: &Theme, own: &OwnFiles) -> String {
    let sheets = own.keys().filter(|path| is_sheet(path));
    sheets.fold(html, |html, path| {
        let Some((address, file)) = theme.address(path).zip(theme.files.get(path)) else { return html };
        let link = format!("<link rel=\"stylesheet\" href=\"{}\">", escape_html(&address));
        let css = String::from_utf8_lossy(&file.bytes).replace("</", "<\\/");
        html.replacen(&link, &format!("<style>{css}</style>"), 1)
    })
}
