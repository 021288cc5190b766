//! E-mails to the owner about low stock, products that are sold out and products that are back, through a mail service.

mod service;

use stoa_plugin_sdk::events::{Event, Events};
use stoa_plugin_sdk::http::{Failure, send};
use stoa_plugin_sdk::json::{self, Value};
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, error, locales, setting};

use service::{Letter, Service};

locales!("en", "de", "fr", "es", "it", "pt-BR", "nl", "ja", "zh-Hans", "ar", "he");

const UNPROCESSABLE: u16 = 422;

struct StockNotices;

impl Events for StockNotices {
    fn handle(event: Event, ctx: CallContext) -> Result<(), Error> {
        let switch = match event.topic.as_str() {
            "stock.low" => "low",
            "stock.out" => "out",
            "stock.back" => "back",
            _ => return Ok(()),
        };
        if setting(switch) == Some(Value::Bool(false)) {
            return Ok(());
        }
        let stock: Value = json::from_str(&event.payload)
            .map_err(|fault| error(ErrorCode::Internal, format!("the event is not JSON: {fault}")))?;
        let (from, to) = (address("from")?, address("to")?);
        let (subject, words) = words(&ctx.locale, switch, &stock);
        let letter = Letter { from: &from, to: &to, subject: &subject, text: &words, key: &event.id };
        let service = Service::named(setting("service").as_ref().and_then(Value::as_str).unwrap_or_default());
        match send(&service.request(&letter)) {
            Ok(response) if response.status < 300 => Ok(()),
            Ok(response) if response.status == UNPROCESSABLE => Err(error(
                ErrorCode::NotConfigured,
                "the mail service refuses the addresses: is the sender confirmed there?",
            )),
            Ok(response) if matches!(response.status, 401 | 403) => {
                Err(error(ErrorCode::NotConfigured, "the mail service refuses the key"))
            }
            Ok(response) => {
                Err(error(ErrorCode::UpstreamFailed, format!("the mail service answered with {}", response.status)))
            }
            Err(Failure::NotAllowed) => {
                Err(error(ErrorCode::NotConfigured, "enter the key of the mail service, and grant its address"))
            }
            Err(failure) => Err(error(ErrorCode::UpstreamFailed, format!("the mail service failed: {failure:?}"))),
        }
    }
}

fn address(key: &str) -> Result<String, Error> {
    let text = setting(key).and_then(|value| value.as_str().map(|text| text.trim().to_owned())).unwrap_or_default();
    let fault = || error(ErrorCode::NotConfigured, "enter the addresses of the sender and of the recipient");
    if text.contains('@') && !text.contains(['\r', '\n']) { Ok(text) } else { Err(fault()) }
}

/// Subject and text of the letter in a language.
fn words(locale: &str, kind: &str, stock: &Value) -> (String, String) {
    let member = |key: &str| stock.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let left = stock.get("stock").and_then(Value::as_i64).unwrap_or_default().to_string();
    let product = one_line(&product_name(stock));
    let fill = |pattern: String| {
        pattern.replace("{count}", &left).replace("{sku}", &one_line(&member("sku"))).replace("{product}", &product)
    };
    let subject = fill(text(locale, kind));
    let details = fill(text(locale, "details"));
    (subject.clone(), format!("{subject}\n\n{details}\n"))
}

/// `Mug (Blue, Large)`
fn product_name(stock: &Value) -> String {
    let name = stock.get("productName").and_then(Value::as_str).unwrap_or_default();
    let options = match stock.get("options") {
        Some(Value::Object(options)) => options.values().filter_map(Value::as_str).collect(),
        Some(Value::Array(options)) => options.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if options.is_empty() { name.to_owned() } else { format!("{name} ({})", options.join(", ")) }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

stoa_plugin_sdk::plugin!(events: StockNotices);

#[cfg(test)]
mod tests {
    use stoa_plugin_sdk::json::json;

    use super::*;

    #[test]
    fn letters_name_the_variant() {
        let stock = json!({"productName": "Mug\r\nBcc: x", "options": {"Color": "Blue"}, "sku": "M-1", "stock": 3});
        let (subject, text) = words("de", "low", &stock);
        assert_eq!(subject, "Nur noch 3: Mug Bcc: x (Blue)");
        assert!(text.contains("M-1"), "{text}");
        assert!(words("en", "out", &json!({"productName": "Mug"})).0.contains("Mug"));
    }

    #[test]
    fn requests_refer_to_the_key() {
        let letter = Letter { from: "a@b.example", to: "c@d.example", subject: "S", text: "T", key: "event-1" };
        for (name, header) in [("resend", "authorization"), ("postmark", "x-postmark-server-token")] {
            let request = Service::named(name).request(&letter);
            let (_, value) = request.headers.iter().find(|(known, _)| known == header).unwrap();
            assert!(value.ends_with("${secret:api_key}"), "{value}");
            let body: Value = json::from_slice(&request.body).unwrap();
            assert!(body.to_string().contains("c@d.example"));
        }
    }
}
