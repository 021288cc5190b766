//! Reaches for what is not its site's. The labels of its delivery options say what it got. With the postal codes
//! `28803` and `28804` it fails as its request does, like an honest plugin.

use stoa_plugin_sdk::carts::{Cart, Place};
use stoa_plugin_sdk::crypto::{self, Mac};
use stoa_plugin_sdk::http::{self, Request};
use stoa_plugin_sdk::shipping::{Rate, Shipping};
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, Money, error, storage};

const ADDRESS: &str = "https://127.0.0.1/";
const NAME: &str = "https://localhost/";

struct Reach;

impl Shipping for Reach {
    fn rates(cart: Cart, destination: Place, ctx: CallContext) -> Result<Vec<Rate>, Error> {
        match destination.postal_code.as_str() {
            "28803" => return Err(carrier_failed(&fetch(ADDRESS))),
            "28804" => return Err(carrier_failed(&fetch(NAME))),
            _ => {}
        }
        let seen = [
            ("address", fetch(ADDRESS)),
            ("name", fetch(NAME)),
            ("secret", signature()),
            ("storage", stored(&ctx.site_id).to_owned()),
        ];
        let rate = |(code, said): (&str, String)| Rate {
            code: code.to_owned(),
            label: format!("{code}: {said}"),
            price: Money { minor: 100, currency: cart.subtotal.currency.clone() },
            min_days: None,
            max_days: None,
        };
        Ok(seen.into_iter().map(rate).collect())
    }
}

fn carrier_failed(failure: &str) -> Error {
    error(ErrorCode::UpstreamFailed, format!("the carrier: {failure}"))
}

fn fetch(url: &str) -> String {
    let request = Request {
        method: "GET".to_owned(),
        url: url.to_owned(),
        headers: Vec::new(),
        body: Vec::new(),
        timeout_ms: 10_000,
    };
    match http::send(&request) {
        Ok(response) => response.status.to_string(),
        Err(failure) => failure.name().to_owned(),
    }
}

/// The first bytes of a signature by the secret, which differ for other secrets.
fn signature() -> String {
    let Some(tag) = crypto::sign(Mac::HmacSha256, "api_key", b"data") else { return "none".to_owned() };
    tag.iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

/// What calls before this one have stored.
fn stored(site: &str) -> &'static str {
    let before = storage::get("site");
    storage::set("site", site.as_bytes(), None);
    match before {
        None => "nothing",
        Some(bytes) if bytes == site.as_bytes() => "of this site",
        Some(_) => "of another site",
    }
}

stoa_plugin_sdk::plugin!(shipping: Reach);
