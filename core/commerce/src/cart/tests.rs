//! Tests of quantities.

use serde_json::json;

use super::read_quantity;

fn said(value: serde_json::Value) -> Result<i64, String> {
    read_quantity(&value).map_err(|error| error.to_string())
}

// spec: add-to-cart.message.quantity-nan, add-to-cart.message.quantity-fraction
#[test]
fn quantity_is_integer() {
    assert_eq!(said(json!(3)), Ok(3));
    assert_eq!(said(json!("3")), Ok(3));
    assert_eq!(said(json!(2.0)), Ok(2));
    assert_eq!(said(json!("abc")), Err("Quantity must be a number.".to_owned()));
    assert_eq!(said(json!(null)), Err("Quantity must be a number.".to_owned()));
    assert_eq!(said(json!("NaN")), Err("Quantity must be a number.".to_owned()));
    assert_eq!(said(json!(1.5)), Err("Quantity must be a whole number".to_owned()));
    assert_eq!(said(json!("1.5")), Err("Quantity must be a whole number".to_owned()));
    assert_eq!(said(json!(1e30)), Ok(i64::MAX));
}
