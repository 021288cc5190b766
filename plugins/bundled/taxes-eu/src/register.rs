//! The register of the European Commission (VIES), asked where the owner wishes so.

use stoa_plugin_sdk::http::{Request, send};
use stoa_plugin_sdk::json::{self, Value};
use stoa_plugin_sdk::log::{Level, write};

use crate::number::VatNumber;

const ADDRESS: &str = "https://ec.europa.eu/taxation_customs/vies/rest-api/ms";
const PATIENCE_MS: u32 = 3000;

/// Whether the number cannot be used without tax: the register does not know it, or does not answer. Tax that was charged
/// can be paid back; tax that was not is the seller's loss.
pub(crate) fn is_invalid(number: &VatNumber) -> bool {
    let answer = send(&Request {
        method: "GET".to_owned(),
        url: format!("{ADDRESS}/{}/vat/{}", number.prefix(), number.digits),
        headers: vec![("accept".to_owned(), "application/json".to_owned())],
        body: Vec::new(),
        timeout_ms: PATIENCE_MS,
    });
    let known = match answer {
        Ok(response) if response.status == 200 => {
            let body: Value = json::from_slice(&response.body).unwrap_or(Value::Null);
            body.get("isValid").and_then(Value::as_bool)
        }
        _ => None,
    };
    if known.is_none() {
        write(Level::Warn, "the register of tax numbers does not answer: tax is charged");
    }
    known != Some(true)
}
