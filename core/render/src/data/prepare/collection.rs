//! Blocks that show a page, or a component that another page defines.

use serde_json::{Map, Value, json};
use stoa_document::Block;
use stoa_kernel::id::CollectionId;
use stoa_site::{cache_tags, content};

use super::{Preparing, text};
use crate::RenderError;

const COMPONENT: &str = "website-component";

impl Preparing<'_> {
    /// The page, blog or store of the setting, as a link.
    pub(super) async fn collection(self) -> Result<Value, RenderError> {
        let Some(id) = text(self.settings, "collection").and_then(|id| id.parse::<CollectionId>().ok()) else {
            return Ok(Value::Null);
        };
        self.tags.insert(cache_tags::collection(&id));
        let found = content::published_by_id(self.tx, &id).await?;
        Ok(found.map_or(
            Value::Null,
            |found| json!({"title": found.title, "url": found.full_url, "text": found.description}),
        ))
    }

    /// The content of the component of this name, from the first published page that defines it.
    pub(super) async fn component(self) -> Result<Value, RenderError> {
        if text(self.settings, "html").is_some() {
            return Ok(Value::Null);
        }
        let Some(name) = text(self.settings, "name") else { return Ok(Value::Null) };
        for page in content::whole_collections(self.tx).await? {
            self.tags.insert(cache_tags::collection(&page.id));
            let Some(document) = &page.document else { continue };
            let mut components = document.blocks().filter(|block| block.kind == COMPONENT);
            if let Some(html) = components.find_map(|block| content_of(block, name)) {
                return Ok(json!({"html": html}));
            }
        }
        Ok(Value::Null)
    }
}

fn content_of<'a>(block: &'a Block, name: &str) -> Option<&'a str> {
    let settings: &Map<String, Value> = &block.settings;
    text(settings, "name").filter(|own| *own == name)?;
    text(settings, "html")
}
