//! Data of blocks that the server has sent, and what is missing.

use serde_json::{Map, Value};
use stoa_document::Block;

use super::kinds::{Kind, Kinds};
use super::read;
use crate::block::{BlockDataSource, BlockNeed};
use crate::layout::{PluginOutputSource, SanitizedPluginOutput};

/// Block data received from the server.
#[derive(Default)]
pub(super) struct BlockDataCache {
    /// Sanitized texts by their input.
    clean: Map<String, Value>,
    /// Data of blocks, by kind, need and the settings that determine it.
    data: Map<String, Value>,
    /// Plugin output by kind, id and settings.
    drawings: Map<String, Value>,
    /// The latest of these by block: shown until the current ones arrive.
    last_data: Map<String, Value>,
    last_drawings: Map<String, Value>,
}

/// Settings and data of the blocks of a document, by block id.
#[derive(Default)]
pub(super) struct LiveContents {
    settings: Map<String, Value>,
    data: Map<String, Value>,
}

impl BlockDataCache {
    /// Stores the server's response for a block.
    pub(super) fn learn(&mut self, kinds: &Kinds, mut answer: Value) {
        let mut asked = read::object(read::take(&mut answer, "asked"));
        let mut block = read::take(&mut answer, "block");
        let [id, name] = ["id", "kind"].map(|part| read::text(read::take(&mut block, part)).unwrap_or_default());
        let mut settings = read::object(read::take(&mut block, "settings"));
        let Some(kind) = kinds.get(&name) else { return };
        let mut typed = Vec::new();
        kind.for_each_html(&mut asked, &mut |text| typed.push(text.clone()));
        let mut typed = typed.into_iter();
        kind.for_each_html(&mut settings, &mut |text| {
            for known in typed.next().into_iter().chain([text.clone()]) {
                self.clean.insert(known, Value::String(text.clone()));
            }
        });
        let mut data = read::take(&mut answer, "data");
        for need in &kind.needs {
            self.data.insert(data_key(&name, *need, &settings), read::take(&mut data, need.name()));
        }
        let drawing = read::take(&mut answer, "drawing");
        if !drawing.is_null() {
            self.drawings.insert(render_key(&name, &id, &settings), drawing);
        }
    }

    /// Settings and data for rendering the blocks, and the blocks with missing data.
    pub(super) fn contents(
        &mut self,
        blocks: &mut dyn Iterator<Item = &Block>,
        kinds: &Kinds,
    ) -> (LiveContents, Vec<Block>) {
        let (mut contents, mut open) = (LiveContents::default(), Vec::new());
        for block in blocks {
            let Some(kind) = kinds.get(&block.kind) else { continue };
            let asked = kind.complete(&block.settings);
            let mut settings = asked.clone();
            let mut known = true;
            kind.for_each_html(&mut settings, &mut |text| match self.clean.get(text) {
                Some(Value::String(clean)) => text.clone_from(clean),
                _ => known &= text.is_empty(),
            });
            let data = self.shown(block, kind, &settings, &mut known);
            known &= !kind.is_plugin() || self.drawings.contains_key(&render_key(&block.kind, &block.id, &settings));
            if !known {
                open.push(Block { settings: asked, ..block.clone() });
            }
            contents.settings.insert(block.id.clone(), Value::Object(settings));
            contents.data.insert(block.id.clone(), Value::Object(data));
        }
        (contents, open)
    }

    /// Data of a block; sets `known` to false if outdated data is used.
    fn shown(
        &mut self,
        block: &Block,
        kind: &Kind,
        settings: &Map<String, Value>,
        known: &mut bool,
    ) -> Map<String, Value> {
        let mut data = Map::new();
        for need in &kind.needs {
            let name = need.name();
            let place = format!("{}\n{name}", block.id);
            let of_settings = need.of_settings(&block.id, settings);
            let now = of_settings.or_else(|| self.data.get(&data_key(&block.kind, *need, settings)).cloned());
            *known &= now.is_some();
            let value = match now {
                Some(value) => {
                    self.last_data.insert(place, value.clone());
                    value
                }
                None => self.last_data.get(&place).cloned().unwrap_or_default(),
            };
            data.insert(name.to_owned(), value);
        }
        data
    }
}

impl BlockDataSource for LiveContents {
    fn settings(&self, id: &str) -> Option<&Map<String, Value>> {
        self.settings.get(id)?.as_object()
    }

    fn data(&self, id: &str) -> Option<&Value> {
        self.data.get(id)
    }
}

impl PluginOutputSource for BlockDataCache {
    fn drawing(
        &mut self,
        block: &Block,
        settings: &Map<String, Value>,
        _: &Value,
    ) -> Result<SanitizedPluginOutput, String> {
        let key = render_key(&block.kind, &block.id, settings);
        let drawing = match self.drawings.get(&key) {
            Some(known) => {
                let drawing = read::outcome(known.clone())?;
                self.last_drawings.insert(block.id.clone(), drawing.clone());
                drawing
            }
            None => self.last_drawings.get(&block.id).cloned().unwrap_or_default(),
        };
        Ok(read::drawing(drawing))
    }
}

fn data_key(kind: &str, need: BlockNeed, settings: &Map<String, Value>) -> String {
    if need == BlockNeed::Prepared {
        return render_key(kind, need.name(), settings);
    }
    let named = need.settings().iter().map(|name| settings.get(*name).cloned().unwrap_or_default()).collect();
    format!("{kind}\n{}\n{}", need.name(), Value::Array(named))
}

/// Settings with defaults filled in have the order of their schema.
fn render_key(kind: &str, id: &str, settings: &Map<String, Value>) -> String {
    format!("{kind}\n{id}\n{}", Value::Object(settings.clone()))
}
