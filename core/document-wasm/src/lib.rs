//! Editing for browsers: applies steps to a draft, and compares drafts.
//!
//! A thin wrapper over `stoa_document::edit`: input and output are JSON text. It contains no rules of its own.

use serde_json::{Value, json};
use stoa_document::edit::{Draft, Op, difference, join};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Applies steps to a draft, one after the other. Takes a draft and a list of lists of operations; returns `{"draft":
/// …, "steps": [{"operations": …, "inverses": …, "remarks": …}]}`.
///
/// # Errors
///
/// If a text is no draft or no steps.
#[wasm_bindgen]
pub fn apply(draft: &str, steps: &str) -> Result<String, JsError> {
    Ok(applied(draft, steps)?)
}

/// The operations that turn the first draft into the second.
///
/// # Errors
///
/// If a text is no draft.
#[wasm_bindgen(js_name = difference)]
pub fn difference_between(before: &str, after: &str) -> Result<String, JsError> {
    Ok(different(before, after)?)
}

/// What was added, changed, moved and removed between two drafts, once per item.
///
/// # Errors
///
/// If a text is no draft.
#[wasm_bindgen]
pub fn compare(before: &str, after: &str) -> Result<String, JsError> {
    Ok(compared(before, after)?)
}

/// Joins two consecutive steps into one.
///
/// # Errors
///
/// If a text is no list of operations.
#[wasm_bindgen(js_name = join)]
pub fn join_steps(step: &str, following: &str) -> Result<String, JsError> {
    let mut joined: Vec<Op> = serde_json::from_str(step)?;
    join(&mut joined, serde_json::from_str(following)?);
    Ok(serde_json::to_string(&joined)?)
}

fn applied(draft: &str, steps: &str) -> serde_json::Result<String> {
    let mut draft: Draft = serde_json::from_str(draft)?;
    let steps: Vec<Vec<Op>> = serde_json::from_str(steps)?;
    let steps: Vec<Value> = steps
        .into_iter()
        .map(|step| {
            let applied = draft.apply(step);
            json!({"operations": applied.ops, "inverses": applied.inverses, "remarks": applied.remarks})
        })
        .collect();
    serde_json::to_string(&json!({"draft": draft, "steps": steps}))
}

fn different(before: &str, after: &str) -> serde_json::Result<String> {
    let (before, after): (Draft, Draft) = (serde_json::from_str(before)?, serde_json::from_str(after)?);
    serde_json::to_string(&difference(&before, &after))
}

fn compared(before: &str, after: &str) -> serde_json::Result<String> {
    let (before, after): (Draft, Draft) = (serde_json::from_str(before)?, serde_json::from_str(after)?);
    let mut changes = Vec::new();
    // The kind is that of the newer draft; a removed block exists in the older one only.
    for change in before.changes(&difference(&before, &after)) {
        let kind = after.document.block(&change.id).map(|block| block.kind.clone());
        changes.push(stoa_document::edit::Change { kind: kind.unwrap_or(change.kind), ..change });
    }
    serde_json::to_string(&changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(html: &str) -> String {
        let block = json!({"id": "b", "kind": "text", "settings": {"html": html}});
        let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": [block]}]}]);
        json!({"page": {"title": "A"}, "document": {"version": 1, "sections": [{"id": "s", "rows": rows}]}}).to_string()
    }

    #[test]
    fn wasm_diff_transforms_draft() {
        let (one, two) = (draft("one"), draft("two"));
        let ops = different(&one, &two).unwrap();
        let answer: Value = serde_json::from_str(&applied(&one, &format!("[{ops}]")).unwrap()).unwrap();
        let wanted: Draft = serde_json::from_str(&two).unwrap();
        assert_eq!(serde_json::from_value::<Draft>(answer["draft"].clone()).unwrap(), wanted);
        assert_eq!(answer["steps"][0]["remarks"], json!([]));
        let told: Value = serde_json::from_str(&compared(&one, &two).unwrap()).unwrap();
        assert_eq!(told, json!([{"change": "changed", "subject": "block", "id": "b", "kind": "text"}]));
    }
}
