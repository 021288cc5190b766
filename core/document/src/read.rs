//! Reads documents from JSON. Written by hand: browsers load this code, and derived readers are several times as large;
//! and the error messages include the position of the mistake.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::devices::{BlockOn, Devices, RowOn, SectionOn};
use crate::languages::ShownIn;
use crate::tree::{Background, Block, Column, Document, Padding, Row, Section, SectionSettings, Tone, Width};

/// Members of a JSON object, removed as they are read.
struct Members<'v> {
    path: String,
    members: &'v Map<String, Value>,
    read: Vec<&'static str>,
}

type Read<T> = Result<T, String>;

impl<'v> Members<'v> {
    fn of(value: &'v Value, path: String) -> Read<Self> {
        match value {
            Value::Object(members) => Ok(Self { path, members, read: Vec::new() }),
            _ => Err(format!("{}: should be an object", shown(&path))),
        }
    }

    fn optional(&mut self, name: &'static str) -> Option<&'v Value> {
        self.read.push(name);
        self.members.get(name)
    }

    fn required(&mut self, name: &'static str) -> Read<&'v Value> {
        self.optional(name).ok_or_else(|| self.error_message(name, "is missing"))
    }

    fn error_message(&self, name: &str, error_message: &str) -> String {
        format!("{} {error_message}", self.place(name))
    }

    fn place(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    fn text(&mut self, name: &'static str) -> Read<String> {
        let text = self.required(name)?.as_str();
        text.map(str::to_owned).ok_or_else(|| self.error_message(name, "should be a string"))
    }

    fn number(&mut self, name: &'static str) -> Read<u32> {
        let number = self.required(name)?.as_u64().and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| self.error_message(name, "should be a whole number"))
    }

    fn object(&mut self, name: &'static str) -> Read<Map<String, Value>> {
        match self.optional(name) {
            None => Ok(Map::new()),
            Some(Value::Object(object)) => Ok(object.clone()),
            Some(_) => Err(self.error_message(name, "should be an object")),
        }
    }

    fn list<T>(&mut self, name: &'static str, read: fn(&Value, String) -> Read<T>) -> Read<Vec<T>> {
        let Some(list) = self.required(name)?.as_array() else {
            return Err(self.error_message(name, "should be a list"));
        };
        let place = self.place(name);
        list.iter().enumerate().map(|(index, value)| read(value, format!("{place}[{index}]"))).collect()
    }

    fn choice<T: Copy + Default>(&mut self, name: &'static str, all: &[T], name_of: fn(T) -> &'static str) -> Read<T> {
        let Some(value) = self.optional(name) else { return Ok(T::default()) };
        let chosen = all.iter().copied().find(|choice| value.as_str() == Some(name_of(*choice)));
        chosen.ok_or_else(|| self.error_message(name, "should be one of the offered values"))
    }

    fn flag(&mut self, name: &'static str) -> Read<bool> {
        match self.optional(name) {
            None => Ok(false),
            Some(value) => value.as_bool().ok_or_else(|| self.error_message(name, "should be true or false")),
        }
    }

    /// The overrides per device; empty if missing.
    fn devices<T: Default + PartialEq>(&mut self, read: fn(&Value, String) -> Read<T>) -> Read<Devices<T>> {
        let place = self.place("devices");
        let Some(value) = self.optional("devices") else { return Ok(Devices::default()) };
        let mut members = Members::of(value, place)?;
        let mut on = |name| {
            let place = members.place(name);
            members.optional(name).map(|value| read(value, place)).transpose().map(Option::unwrap_or_default)
        };
        let devices = Devices { desktop: on("desktop")?, tablet: on("tablet")?, phone: on("phone")? };
        members.finish().map(|()| devices)
    }

    /// Refuses unknown members.
    fn finish(self) -> Read<()> {
        match self.members.keys().find(|name| !self.read.contains(&name.as_str())) {
            Some(name) => Err(self.error_message(name, "is unknown")),
            None => Ok(()),
        }
    }
}

fn shown(path: &str) -> &str {
    if path.is_empty() { "the document" } else { path }
}

pub(crate) fn document(value: &Value, path: String) -> Read<Document> {
    let mut members = Members::of(value, path)?;
    let document = Document { version: members.number("version")?, sections: members.list("sections", section)? };
    members.finish().map(|()| document)
}

fn section(value: &Value, path: String) -> Read<Section> {
    let mut members = Members::of(value, path)?;
    let settings = members.optional("settings").map(|value| section_settings(value, members.place("settings")));
    let section = Section {
        id: members.text("id")?,
        settings: settings.transpose()?.unwrap_or_default(),
        devices: members.devices(section_on)?,
        languages: ShownIn(members.object("languages")?),
        rows: members.list("rows", row)?,
    };
    members.finish().map(|()| section)
}

fn section_settings(value: &Value, path: String) -> Read<SectionSettings> {
    let mut members = Members::of(value, path)?;
    let place = members.place("background");
    let background = members.optional("background").filter(|value| !value.is_null());
    let settings = SectionSettings {
        name: if members.optional("name").is_some() { members.text("name")? } else { String::new() },
        tone: members.choice("tone", Tone::ALL, Tone::name)?,
        width: members.choice("width", Width::ALL, Width::name)?,
        padding: members.choice("padding", Padding::ALL, Padding::name)?,
        background: background.map(|value| self::background(value, place)).transpose()?,
    };
    members.finish().map(|()| settings)
}

fn background(value: &Value, path: String) -> Read<Background> {
    let mut members = Members::of(value, path)?;
    let background = Background {
        asset: members.text("asset")?,
        x: members.number("x")?,
        y: members.number("y")?,
        overlay: members.number("overlay")?,
    };
    members.finish().map(|()| background)
}

fn row(value: &Value, path: String) -> Read<Row> {
    let mut members = Members::of(value, path)?;
    let row =
        Row { id: members.text("id")?, devices: members.devices(row_on)?, columns: members.list("columns", column)? };
    members.finish().map(|()| row)
}

fn section_on(value: &Value, path: String) -> Read<SectionOn> {
    let mut members = Members::of(value, path)?;
    let padding = members.optional("padding").is_some();
    let on = SectionOn {
        hidden: members.flag("hidden")?,
        padding: if padding { Some(members.choice("padding", Padding::ALL, Padding::name)?) } else { None },
    };
    members.finish().map(|()| on)
}

fn row_on(value: &Value, path: String) -> Read<RowOn> {
    let mut members = Members::of(value, path)?;
    let spans = if members.optional("spans").is_some() { members.list("spans", span)? } else { Vec::new() };
    let on = RowOn { spans, reversed: members.flag("reversed")? };
    members.finish().map(|()| on)
}

fn span(value: &Value, path: String) -> Read<u32> {
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| format!("{path} should be a whole number"))
}

fn block_on(value: &Value, path: String) -> Read<BlockOn> {
    let mut members = Members::of(value, path)?;
    let on = BlockOn { hidden: members.flag("hidden")?, settings: members.object("settings")? };
    members.finish().map(|()| on)
}

fn column(value: &Value, path: String) -> Read<Column> {
    let mut members = Members::of(value, path)?;
    let column = Column { span: members.number("span")?, blocks: members.list("blocks", block)? };
    members.finish().map(|()| column)
}

fn block(value: &Value, path: String) -> Read<Block> {
    let mut members = Members::of(value, path)?;
    let block = Block {
        id: members.text("id")?,
        kind: members.text("kind")?,
        settings: members.object("settings")?,
        devices: Box::new(members.devices(block_on)?),
        languages: ShownIn(members.object("languages")?),
    };
    members.finish().map(|()| block)
}

macro_rules! deserialized {
    ($($type:ident by $read:ident),*) => {
        $(impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = Value::deserialize(deserializer)?;
                $read(&value, String::new()).map_err(D::Error::custom)
            }
        })*
    };
}

deserialized!(Document by document, Section by section, SectionSettings by section_settings, Row by row,
              Column by column, Block by block);

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn document_roundtrip() {
        let block = json!({"id": "b", "kind": "text", "settings": {"html": "<p>a</p>"}});
        let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": [block]}]}]);
        let background = json!({"asset": "ast_1", "x": 50, "y": 20, "overlay": 60});
        let settings =
            json!({"name": "Kiln", "tone": "dark", "width": "full", "padding": "none", "background": background});
        let written = json!({"version": 1, "sections": [{"id": "s", "settings": settings, "rows": rows}]});
        let document = Document::from_json(&written).unwrap();
        assert_eq!(serde_json::to_value(&document).unwrap(), written);
        assert_eq!(serde_json::from_str::<Document>(&written.to_string()).unwrap(), document);
    }

    #[test]
    fn device_overrides_roundtrip() {
        let block = json!({"id": "b", "kind": "gallery", "settings": {},
            "devices": {"phone": {"hidden": true}, "tablet": {"settings": {"thumbnails-per-row": 2}}}});
        let row = json!({"id": "r", "devices": {"tablet": {"spans": [12, 6], "reversed": true}},
            "columns": [{"span": 12, "blocks": [block]}]});
        let settings = json!({"tone": "default", "width": "normal", "padding": "medium"});
        let devices = json!({"desktop": {"hidden": true}, "phone": {"padding": "medium"}});
        let section = json!({"id": "s", "settings": settings, "devices": devices, "rows": [row]});
        let written = json!({"version": 1, "sections": [section]});
        let document = Document::from_json(&written).unwrap();
        assert_eq!(serde_json::to_value(&document).unwrap(), written);
        let idle = json!({"id": "b", "kind": "text", "settings": {}, "devices": {"phone": {"hidden": false}}});
        let idle = serde_json::from_value::<Block>(idle).unwrap();
        assert_eq!(serde_json::to_value(idle).unwrap(), json!({"id": "b", "kind": "text", "settings": {}}));
        for (devices, error_message) in [
            (json!({"watch": {}}), "devices.watch is unknown"),
            (json!({"phone": {"hidden": 1}}), "devices.phone.hidden should be true or false"),
            (json!({"phone": {"spans": [1]}}), "devices.phone.spans is unknown"),
        ] {
            let block = json!({"id": "b", "kind": "text", "settings": {}, "devices": devices});
            assert_eq!(serde_json::from_value::<Block>(block).unwrap_err().to_string(), error_message);
        }
    }

    #[test]
    fn read_errors_have_path() {
        let with_block = |block: Value| {
            let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": [block]}]}]);
            json!({"version": 1, "sections": [{"id": "s", "rows": rows}]})
        };
        let place = "sections[0].rows[0].columns[0].blocks[0]";
        let cases = [
            (json!([]), "the document: should be an object".to_owned()),
            (json!({"sections": []}), "version is missing".to_owned()),
            (json!({"version": 1, "sections": {}}), "sections should be a list".to_owned()),
            (json!({"version": 1.5, "sections": []}), "version should be a whole number".to_owned()),
            (json!({"version": 1, "sections": [], "more": 1}), "more is unknown".to_owned()),
            (with_block(json!({"kind": "text"})), format!("{place}.id is missing")),
            (with_block(json!({"id": 1, "kind": "text"})), format!("{place}.id should be a string")),
            (with_block(json!({"id": "b", "kind": "t", "x": 1})), format!("{place}.x is unknown")),
            (
                with_block(json!({"id": "b", "kind": "t", "settings": 1})),
                format!("{place}.settings should be an object"),
            ),
            (
                json!({"version": 1, "sections": [{"id": "s", "settings": {"tone": "loud"}, "rows": []}]}),
                "sections[0].settings.tone should be one of the offered values".to_owned(),
            ),
            (
                json!({"version": 1, "sections": [{"id": "s", "settings": {"background": {}}, "rows": []}]}),
                "sections[0].settings.background.asset is missing".to_owned(),
            ),
        ];
        for (written, expected) in cases {
            assert_eq!(Document::from_json(&written), Err(expected));
        }
    }
}
