//! Infinite scroll of product lists: the input that the browser's template engine needs to render further pages of a
//! list exactly as the server does.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};
use stoa_entity::TenantDb;
use stoa_kernel::{TenantCtx, boxed};
use stoa_page::add_legacy_names;
use stoa_site::themes::Theme;

use crate::RenderError;
use crate::data::{Loader, add_texts_of, add_theme_texts, answer_questions};
use crate::language::unless_hidden;
use crate::page_call::PageCall;
use crate::renderer::Renderer;
use crate::resolve::{Address, Credentials, PageQuery, Target, resolve};

/// Fields that pages may print but that are removed from the engine input: a theme that does not print them must not
/// leak them.
const PRIVATE_FIELDS: [&str; 2] = ["contactEmail", "location"];

/// Input of the template engine, as `core/editor-wasm` reads it.
#[derive(Debug, Serialize)]
struct EngineCall<'a> {
    template: &'a str,
    partials: BTreeMap<&'a str, &'a str>,
    locale: String,
    context: EngineContext,
    data: Map<String, Value>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct EngineContext {
    now_ms: i64,
}

impl Renderer {
    /// The engine input for the product list of a URL, as JSON. None if the page shows no products.
    ///
    /// # Errors
    /// When the database refuses.
    #[boxed]
    pub async fn list_call(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
    ) -> Result<Option<Vec<u8>>, RenderError> {
        let query = PageQuery::read(&call.query);
        let kinds = self.kinds(ctx, db).await;
        let known = self.known_languages(ctx, db).await?;
        let (mut material, theme) = {
            let tx = db.read().await?.in_language(call.language_tag());
            let target =
                resolve(&tx, Address::read(&call.path, &call.query), Credentials::default(), ctx.now()).await?;
            let target = unless_hidden(&tx, call, target).await?;
            if !matches!(target, Target::Store(_)) {
                return Ok(None);
            }
            let loader = Loader {
                ctx,
                tx: &tx,
                call,
                query: &query,
                kinds: &kinds,
                words: &known.words,
                checkout: None,
                frame: None,
            };
            let material = loader.load(target).await?;
            let theme = self.theme_of(&tx, &material.theme).await?;
            (material, theme)
        };
        answer_questions(ctx, self.installments.as_ref(), &mut material).await;
        add_legacy_names(&theme.page, &mut material.data);
        let theme = theme.theme();
        add_theme_texts(&mut material, theme);
        remove_private_fields(&mut material.data);
        let Some(template) = theme.templates.get(theme.page_template(material.template)) else { return Ok(None) };
        let partials = called(theme, &template.source);
        let sources = partials.values().copied().chain([template.source.as_str()]);
        add_texts_of(&mut material.data, &material.names, sources);
        let call = EngineCall {
            template: &template.source,
            partials,
            locale: material.language,
            context: EngineContext { now_ms: ctx.now().ms() },
            data: material.data,
        };
        serde_json::to_vec(&call).map(Some).map_err(|error| RenderError::Broken(Box::new(error)))
    }
}

/// Removes the fields that must not be sent.
pub(crate) fn remove_private_fields(data: &mut Map<String, Value>) {
    if let Some(website) = data.get_mut("website").and_then(Value::as_object_mut) {
        website.retain(|name, _| !PRIVATE_FIELDS.contains(&name.as_str()));
    }
}

/// The partials that a source uses, directly or indirectly.
fn called<'t>(theme: &'t Theme, source: &str) -> BTreeMap<&'t str, &'t str> {
    let mut found = BTreeMap::new();
    let mut unread = vec![source];
    while let Some(source) = unread.pop() {
        for (name, file) in theme.templates.iter().filter(|(name, _)| name.ends_with(".block")) {
            if source.contains(name.as_str()) && found.insert(name.as_str(), file.source.as_str()).is_none() {
                unread.push(&file.source);
            }
        }
    }
    found
}
