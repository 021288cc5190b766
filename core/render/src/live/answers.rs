//! Answers to what an editor asks of the server while it shows a live preview.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::{Map, Value};
use stoa_commerce::installments::InstallmentShop;
use stoa_document::{Block, Column, Devices, Document, MAX_BLOCKS, Row, Section, SectionSettings, ShownIn};
use stoa_entity::TenantDb;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};
use stoa_messages::Texts;
use stoa_page::{
    AnsweredBlock, AnsweredCall, Answers, BlockContents, BlockTemplates as _, Outcome, PluginCall,
    PluginOutputSource as _, Questions, SanitizedPluginOutput,
};
use stoa_site::site_texts;
use stoa_site::{SiteError, sanitise_document, settings};

use super::broken;
use crate::RenderError;
use crate::blocks::SiteKinds;
use crate::data::{BlockDataContext, answer_among, load_block_data, multiple_services};
use crate::draw::SessionPluginOutputs;
use crate::own_thread::on_own_thread;
use crate::plugin::{PluginPage, PluginSession};
use crate::renderer::Renderer;

/// Maximum number of calls of plugin formatters and predicates per request.
const MAX_CALLS: usize = 200;

impl Renderer {
    /// Computes what the editor cannot: the data of blocks, the rendering of plugin blocks, sanitized texts, and
    /// results of plugin formatters and predicates.
    ///
    /// # Errors
    /// [`SiteError::Denied`] when the caller may not see drafts, [`SiteError::Invalid`] when a request asks for too
    /// much.
    #[boxed]
    pub async fn answers(&self, ctx: &TenantCtx, db: &TenantDb, questions: Questions) -> Result<Answers, RenderError> {
        ctx.authorise(Resource::Content, Action::Read).map_err(SiteError::from)?;
        bounded(&questions)?;
        let Questions { blocks, calls } = questions;
        let kinds = self.kinds(ctx, db).await;
        let mut document = document_of(blocks);
        let (asked, mut contents, shopfront) = {
            let tx = db.read().await?;
            let row = settings::site_row(&tx).await?;
            let wording = site_texts::texts_of_row(&tx, &row).await?;
            let asked = complete_settings(&document, &kinds, wording.texts());
            sanitise_document(&mut document, &kinds);
            let multiple_quantity_for_services = multiple_services(&row);
            let around = BlockDataContext {
                kinds: &kinds,
                multiple_quantity_for_services,
                texts: wording.texts(),
                now: ctx.now(),
                time_zone: &row.time_zone,
                site_address: &row.location.0,
            };
            let contents = load_block_data(&tx, &document, &around).await?.contents;
            (asked, contents, InstallmentShop::from_row(&row)?)
        };
        answer_among(ctx, self.installments.as_ref(), &shopfront, contents.data.values_mut()).await;
        let session = self.plugins.open(ctx, &PluginPage { in_editor: true, ..PluginPage::default() }).await;
        let work = on_own_thread(move || {
            let mut drawings = by_plugins(&document, &contents, &kinds, &session);
            let calls = calls.into_iter().map(|call| answered_call(call, session.as_ref())).collect();
            Answers { blocks: answered(&document, &asked, &contents, &mut drawings), calls }
        });
        broken(work.await)
    }
}

fn bounded(questions: &Questions) -> Result<(), SiteError> {
    let mut problems = BTreeMap::new();
    if questions.blocks.len() > MAX_BLOCKS {
        problems.insert("blocks".to_owned(), format!("At most {MAX_BLOCKS} blocks are allowed."));
    }
    if questions.calls.len() > MAX_CALLS {
        problems.insert("calls".to_owned(), format!("At most {MAX_CALLS} calls are allowed."));
    }
    if problems.is_empty() { Ok(()) } else { Err(SiteError::Invalid(problems)) }
}

/// Blocks as a document, so that functions for documents can be applied.
fn document_of(blocks: Vec<Block>) -> Document {
    let columns = vec![Column { span: 12, blocks }];
    let rows = vec![Row { id: "row".to_owned(), devices: Devices::default(), columns }];
    let (settings, devices) = (SectionSettings::default(), Devices::default());
    let languages = ShownIn::default();
    let sections = vec![Section { id: "section".to_owned(), settings, devices, languages, rows }];
    Document { version: Document::VERSION, sections }
}

fn complete_settings(document: &Document, kinds: &SiteKinds, texts: Texts<'_>) -> HashMap<String, Map<String, Value>> {
    document.blocks().map(|block| (block.id.clone(), kinds.complete(block, texts))).collect()
}

fn by_plugins(
    document: &Document,
    contents: &BlockContents,
    kinds: &SiteKinds,
    session: &Arc<dyn PluginSession>,
) -> HashMap<String, Outcome<SanitizedPluginOutput>> {
    let mut drawings = SessionPluginOutputs::new(Arc::clone(session));
    let (no_settings, no_data) = (Map::new(), Value::Object(Map::new()));
    document
        .blocks()
        .filter(|block| kinds.is_plugin(&block.kind))
        .map(|block| {
            let settings = contents.settings.get(&block.id).unwrap_or(&no_settings);
            let data = contents.data.get(&block.id).unwrap_or(&no_data);
            (block.id.clone(), drawings.drawing(block, settings, data).into())
        })
        .collect()
}

pub(super) fn answered(
    document: &Document,
    asked: &HashMap<String, Map<String, Value>>,
    contents: &BlockContents,
    drawings: &mut HashMap<String, Outcome<SanitizedPluginOutput>>,
) -> Vec<AnsweredBlock> {
    let answer = |block: &Block| AnsweredBlock {
        asked: asked.get(&block.id).cloned().unwrap_or_default(),
        block: Block { settings: contents.settings.get(&block.id).cloned().unwrap_or_default(), ..block.clone() },
        data: contents.data.get(&block.id).cloned().unwrap_or_default(),
        drawing: drawings.remove(&block.id),
    };
    document.blocks().map(answer).collect()
}

fn answered_call(call: PluginCall, session: &dyn PluginSession) -> AnsweredCall {
    let values: Vec<&Value> = call.values.iter().collect();
    let arguments: Vec<&str> = call.arguments.iter().map(String::as_str).collect();
    let outcome = match (call.is_test(), values.first()) {
        (true, Some(value)) => session.test(&call.name, value, &arguments).map(|truth| Some(Value::Bool(truth))),
        (true, None) => session.test(&call.name, &Value::Null, &arguments).map(|truth| Some(Value::Bool(truth))),
        (false, _) => session.format(&call.name, &values, &arguments),
    };
    AnsweredCall { outcome: outcome.into(), call }
}
