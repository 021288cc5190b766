//! Typed JSON columns.

use sea_orm::Value;
use sea_orm::sea_query::ValueType;
use serde_json::json;
use stoa_entity::json_column::JsonOf;

#[test]
fn typed_column_is_plain_json() {
    let column = JsonOf(vec!["clay".to_owned()]);
    let stored = Value::from(column.clone());
    assert_eq!(stored, Value::Json(Some(Box::new(json!(["clay"])))));
    assert_eq!(<JsonOf<Vec<String>> as ValueType>::try_from(stored).ok(), Some(column));
}

#[test]
fn value_of_another_shape_refused() {
    let stored = || Value::Json(Some(Box::new(json!({"clay": true}))));
    assert!(<JsonOf<Vec<String>> as ValueType>::try_from(stored()).is_err());
    assert_eq!(Value::from(None::<JsonOf<Vec<String>>>), Value::Json(None));
}
