//! Writes data for browsers, hand-written like `read`.

use serde_json::{Map, Value};

use super::preview_data::Questions;
use crate::draw::DrawError;

pub(super) fn object(members: Vec<(&str, Value)>) -> Value {
    let mut object = Map::new();
    for (name, value) in members {
        object.insert(name.to_owned(), value);
    }
    Value::Object(object)
}

fn string_or_null(text: Option<String>) -> Value {
    text.map_or(Value::Null, Value::String)
}

pub(super) fn error(error: DrawError) -> Value {
    object(vec![
        ("blockId", string_or_null(error.block_id)),
        ("template", string_or_null(error.template)),
        ("message", Value::String(error.message)),
        ("line", Value::from(error.line)),
        ("column", Value::from(error.column)),
        ("offset", Value::from(error.offset)),
    ])
}

pub(super) fn questions(questions: Questions) -> Value {
    let (mut blocks, mut calls) = (Vec::new(), Vec::new());
    for block in questions.blocks {
        let settings = Value::Object(block.settings);
        let members =
            vec![("id", Value::String(block.id)), ("kind", Value::String(block.kind)), ("settings", settings)];
        blocks.push(object(members));
    }
    for call in questions.calls {
        let mut arguments = Vec::new();
        for argument in call.arguments {
            arguments.push(Value::String(argument));
        }
        let (values, arguments) = (Value::Array(call.values), Value::Array(arguments));
        calls.push(object(vec![("name", Value::String(call.name)), ("values", values), ("arguments", arguments)]));
    }
    object(vec![("blocks", Value::Array(blocks)), ("calls", Value::Array(calls))])
}
