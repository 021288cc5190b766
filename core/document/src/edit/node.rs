//! Reads and changes values of sections, rows and blocks by path.
//!
//! Works on their serialized form, so a setting added to the tree needs no change here.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::tree::{Block, Document, Row, Section};

/// Members that are not values of an element: its id and its children.
const FIXED: [&str; 3] = ["id", "rows", "columns"];

/// Why a value cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    Gone,
    Invalid,
}

fn members(value: serde_json::Result<Value>) -> Map<String, Value> {
    match value {
        Ok(Value::Object(mut members)) => {
            for name in FIXED {
                members.remove(name);
            }
            members
        }
        _ => Map::new(),
    }
}

pub(crate) fn section_values(section: &Section) -> Map<String, Value> {
    let (id, rows) = (String::new(), Vec::new());
    let (settings, devices) = (section.settings.clone(), section.devices.clone());
    let languages = section.languages.clone();
    members(serde_json::to_value(Section { id, settings, devices, languages, rows }))
}

pub(crate) fn row_values(row: &Row) -> Map<String, Value> {
    members(serde_json::to_value(Row { id: row.id.clone(), devices: row.devices.clone(), columns: Vec::new() }))
}

pub(crate) fn block_values(block: &Block) -> Map<String, Value> {
    members(serde_json::to_value(block))
}

fn read<T: DeserializeOwned>(mut values: Map<String, Value>, id: &str, holds: Option<&str>) -> Result<T, Refused> {
    values.insert("id".to_owned(), Value::from(id));
    if let Some(name) = holds {
        values.insert(name.to_owned(), Value::Array(Vec::new()));
    }
    serde_json::from_value(Value::Object(values)).map_err(|_| Refused::Invalid)
}

fn value_at<'v>(values: &'v Map<String, Value>, path: &[String]) -> Result<Option<&'v Value>, Refused> {
    let (last, way) = path.split_last().ok_or(Refused::Invalid)?;
    let mut members = values;
    for name in way {
        members = members.get(name).and_then(Value::as_object).ok_or(Refused::Gone)?;
    }
    Ok(members.get(last))
}

fn put(values: &mut Map<String, Value>, path: &[String], value: Option<Value>) -> Result<(), Refused> {
    let (last, way) = path.split_last().ok_or(Refused::Invalid)?;
    let mut members = values;
    for name in way {
        members = members.get_mut(name).and_then(Value::as_object_mut).ok_or(Refused::Gone)?;
    }
    match value {
        Some(value) => members.insert(last.clone(), value),
        None => members.remove(last),
    };
    Ok(())
}

/// Changes the value at a path by `decide`, which gets the present one.
pub(crate) fn change_value(
    values: &mut Map<String, Value>,
    path: &[String],
    decide: impl FnOnce(Option<&Value>) -> Option<Value>,
) -> Result<ValueChange, Refused> {
    let before = value_at(values, path)?.cloned();
    let value = decide(before.as_ref());
    put(values, path, value.clone())?;
    Ok(ValueChange { before, value })
}

/// The former and the new value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ValueChange {
    pub(crate) before: Option<Value>,
    pub(crate) value: Option<Value>,
}

impl Document {
    /// Changes a value of the section, row or block with this id.
    pub(crate) fn change_node(
        &mut self,
        id: &str,
        path: &[String],
        decide: impl FnOnce(Option<&Value>) -> Option<Value>,
    ) -> Result<ValueChange, Refused> {
        if path.first().is_none_or(|name| FIXED.contains(&name.as_str())) {
            return Err(Refused::Invalid);
        }
        if let Some(block) = self.blocks_mut().find(|block| block.id == id) {
            let mut values = block_values(block);
            let change = change_value(&mut values, path, decide)?;
            *block = read(values, id, None)?;
            return Ok(change);
        }
        for section in &mut self.sections {
            if section.id == id {
                let mut values = section_values(section);
                let change = change_value(&mut values, path, decide)?;
                let changed: Section = read(values, id, Some("rows"))?;
                *section = Section { rows: std::mem::take(&mut section.rows), ..changed };
                return Ok(change);
            }
            if let Some(row) = section.rows.iter_mut().find(|row| row.id == id) {
                let mut values = row_values(row);
                let change = change_value(&mut values, path, decide)?;
                let changed: Row = read(values, id, Some("columns"))?;
                *row = Row { columns: std::mem::take(&mut row.columns), ..changed };
                return Ok(change);
            }
        }
        Err(Refused::Gone)
    }
}
