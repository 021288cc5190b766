//! Loads everything that a page needs, and draws it.

use std::sync::Arc;

use stoa_commerce::checkout::CheckoutView;
use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;
use stoa_site::design::{ThemeDesign, published_look};
use stoa_site::header_footer::HeaderFooter;
use stoa_site::website_settings::CookieSettings;

use super::Renderer;
use crate::RenderError;
use crate::data::{Loader, PageData, add_areas, add_queries, add_theme_texts, answer_questions};
use crate::draw::{BlockError, Drawn, LoadedPage, draw};
use crate::experiments;
use crate::language::{PagePosition, link_within};
use crate::own_thread::on_own_thread;
use crate::page_call::PageCall;
use crate::plugin::{PagePlugins, PluginPage};
use crate::resolve::{PageQuery, Target};
use crate::theme::ParsedTheme;

impl Renderer {
    pub(crate) async fn drawn(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        wanted: RenderRequest<'_>,
    ) -> Result<(RenderSummary, Drawn), RenderError> {
        let (path, in_editor) = (wanted.call.path.clone(), wanted.in_editor);
        let position = wanted.call.language.clone().map(|language| PagePosition {
            language,
            origin: wanted.call.origin.clone(),
            path: path.clone(),
        });
        let call = wanted.call;
        let scene = self.scene(ctx, db, wanted).await?;
        let visitor_script = self.visitor_script.element(&scene.material, call);
        let outline = RenderSummary { visitor_script, ..RenderSummary::of(&scene.material) };
        let drawn = on_own_thread(move || {
            let drawn = draw(scene);
            match position {
                Some(position) => Drawn { html: link_within(drawn.html, &position), ..drawn },
                None => drawn,
            }
        });
        let drawn = drawn.await;
        let drawn = drawn.map_err(|error| RenderError::Broken(Box::new(error)))?;
        if !in_editor {
            report(ctx, &path, &drawn.errors);
            if drawn.broken_off {
                return Err(RenderError::BrokenOff(path));
            }
        }
        Ok((outline, drawn))
    }

    /// Loads everything needed to render a page.
    pub(crate) async fn scene(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        wanted: RenderRequest<'_>,
    ) -> Result<LoadedPage, RenderError> {
        let kinds = self.kinds(ctx, db).await;
        let known = self.known_languages(ctx, db).await?;
        let (mut material, theme, look) = {
            let tx = db.read().await?.in_language(wanted.call.language_tag());
            let loader = Loader {
                ctx,
                tx: &tx,
                call: wanted.call,
                query: wanted.query,
                kinds: &kinds,
                words: &known.words,
                checkout: wanted.checkout,
                frame: wanted.instead.frame,
            };
            let mut material = loader.load(wanted.target).await?;
            self.captcha.clone().unwrap_or_default().show_in(&mut material.data);
            let theme = match wanted.instead.theme {
                Some(theme) => theme,
                None => self.theme_of(&tx, &material.theme).await?,
            };
            let mut look = match wanted.instead.look {
                Some(look) => look,
                None => published_look(&tx, &theme.theme().name).await?,
            };
            experiments::show_in_look(&wanted.call.variants, &theme.theme().name, &mut look.values);
            add_queries(&tx, &theme.theme().queries, wanted.query, ctx.now(), &mut material).await?;
            let areas = &theme.theme().areas;
            Box::pin(add_areas(&tx, areas, &kinds, ctx.now(), &mut material)).await?;
            (material, theme, look)
        };
        answer_questions(ctx, self.installments.as_ref(), &mut material).await;
        add_theme_texts(&mut material, theme.theme());
        let page = PluginPage {
            language: wanted.call.language_tag(),
            in_editor: wanted.in_editor,
            is_shared: wanted.is_shared,
        };
        let session = self.plugins.open(ctx, &page).await;
        Ok(LoadedPage {
            material,
            theme,
            look,
            kinds,
            plugins: Arc::new(PagePlugins { vocabulary: Arc::clone(&self.vocabulary), session }),
            islands: Arc::clone(&self.islands),
            in_editor: wanted.in_editor,
            now: ctx.now(),
        })
    }
}

/// A page to render.
pub(crate) struct RenderRequest<'a> {
    pub(crate) call: &'a PageCall,
    pub(crate) query: &'a PageQuery,
    pub(crate) target: Target,
    pub(crate) checkout: Option<CheckoutView>,
    pub(crate) in_editor: bool,
    /// Whether all visitors get it.
    pub(crate) is_shared: bool,
    pub(crate) instead: DraftOverrides,
}

/// Replacements for the published versions.
#[derive(Default)]
pub(crate) struct DraftOverrides {
    pub(crate) theme: Option<Arc<ParsedTheme>>,
    /// Design of the site (settings over the theme).
    pub(crate) look: Option<ThemeDesign>,
    /// Header and footer.
    pub(crate) frame: Option<HeaderFooter>,
}

impl<'a> RenderRequest<'a> {
    /// A page as visitors see it.
    pub(crate) fn of_visitors(call: &'a PageCall, query: &'a PageQuery, target: Target) -> Self {
        let instead = DraftOverrides::default();
        Self { call, query, target, checkout: None, in_editor: false, is_shared: false, instead }
    }
}

/// The data that is still needed after rendering.
pub(crate) struct RenderSummary {
    pub(crate) status: u16,
    pub(super) tags: Vec<String>,
    pub(super) cookies: CookieSettings,
    /// The element of the script that records visits; for pages as visitors get them.
    pub(super) visitor_script: Option<String>,
}

impl RenderSummary {
    fn of(material: &PageData) -> Self {
        let tags = material.tags.iter().cloned().collect();
        Self { status: material.status, tags, cookies: material.cookies, visitor_script: None }
    }
}

fn report(ctx: &TenantCtx, path: &str, errors: &[BlockError]) {
    for error in errors.iter().take(10) {
        tracing::warn!(
            tenant.id = ctx.website().as_str(),
            page.path = path,
            block.id = error.block_id.as_deref().unwrap_or_default(),
            template.file = error.file.as_deref().unwrap_or_default(),
            template.line = error.line,
            "a template failed: {}",
            error.message
        );
    }
}
