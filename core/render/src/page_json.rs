//! Pages as JSON for programs: the data that templates get, without private data of the site.

use serde_json::{Map, Value};
use stoa_entity::TenantDb;
use stoa_kernel::{TenantCtx, boxed};

use crate::RenderError;
use crate::data::Loader;
use crate::language::unless_hidden;
use crate::list_page::remove_private_fields;
use crate::page_call::PageCall;
use crate::renderer::Renderer;
use crate::resolve::{Address, Credentials, PageQuery, Target, resolve};

/// Fields included, if the page has them.
const INCLUDED: [&str; 9] =
    ["website", "languages", "websiteSettings", "collection", "item", "items", "pagination", "page", "relatedItems"];

impl Renderer {
    /// A public page, item or list of items as JSON: none for pages with a password or for members, for drafts, and for
    /// pages without content.
    ///
    /// # Errors
    /// When the database refuses.
    #[boxed]
    pub async fn page_json(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
    ) -> Result<Option<Vec<u8>>, RenderError> {
        let query = PageQuery::read(&call.query);
        let kinds = self.kinds(ctx, db).await;
        let known = self.known_languages(ctx, db).await?;
        let tx = db.read().await?.in_language(call.language_tag());
        let target = resolve(&tx, Address::read(&call.path, &call.query), Credentials::default(), ctx.now()).await?;
        let target = unless_hidden(&tx, call, target).await?;
        let is_content = matches!(
            target,
            Target::Page(_) | Target::Blog(_) | Target::Post(..) | Target::Product(..) | Target::Folder(_)
        );
        if !is_content {
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
        let mut material = loader.load(target).await?;
        self.captcha.clone().unwrap_or_default().show_in(&mut material.data);
        remove_private_fields(&mut material.data);
        if let Some(page) = material.data.get_mut("page").and_then(Value::as_object_mut) {
            page.retain(|name, _| name != "headLines" && name != "bodyClass");
        }
        let shown: Map<String, Value> =
            material.data.into_iter().filter(|(name, _)| INCLUDED.contains(&name.as_str())).collect();
        serde_json::to_vec(&shown).map(Some).map_err(|error| RenderError::Broken(Box::new(error)))
    }
}
