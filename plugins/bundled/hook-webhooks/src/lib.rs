//! Forwards events of the site to an address of the owner, signed.

use stoa_plugin_sdk::crypto::{Mac, sign};
use stoa_plugin_sdk::events::{Event, Events};
use stoa_plugin_sdk::http::{Failure, Request, Response, send};
use stoa_plugin_sdk::json::{self, Value};
use stoa_plugin_sdk::log::{Level, write};
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, error, setting};

const SECRET: &str = "signing_secret";
const PATIENCE_MS: u32 = 8000;
const GONE: u16 = 410;

struct Webhooks;

impl Events for Webhooks {
    fn handle(event: Event, ctx: CallContext) -> Result<(), Error> {
        if !is_wanted(&setting("topics").unwrap_or(Value::Null), &event.topic) {
            return Ok(());
        }
        let address = setting("address").and_then(|value| value.as_str().map(|text| text.trim().to_owned()));
        let address =
            address.filter(|address| !address.is_empty()).ok_or_else(|| not_configured("enter an address"))?;
        let body = body(&event, &ctx)?;
        let seconds = ctx.now_ms / 1000;
        let signed = sign(Mac::HmacSha256, SECRET, format!("{seconds}.{body}").as_bytes());
        let tag = signed.ok_or_else(|| not_configured("enter the secret for signatures"))?;
        let answer = send(&Request {
            method: "POST".to_owned(),
            url: address,
            headers: headers(&event, &signature(seconds, &tag)),
            body: body.into_bytes(),
            timeout_ms: PATIENCE_MS,
        });
        if answer.as_ref().is_ok_and(|response| response.status == GONE) {
            write(Level::Warn, "the address does not want this event (410)");
        }
        read(answer)
    }
}

fn not_configured(message: &str) -> Error {
    error(ErrorCode::NotConfigured, message)
}

/// No choice means all topics.
fn is_wanted(topics: &Value, topic: &str) -> bool {
    let chosen = topics.as_array().map(Vec::as_slice).unwrap_or_default();
    chosen.is_empty() || chosen.iter().any(|known| known == topic)
}

fn body(event: &Event, ctx: &CallContext) -> Result<String, Error> {
    let data: Value = json::from_str(&event.payload)
        .map_err(|fault| error(ErrorCode::Internal, format!("the event is not JSON: {fault}")))?;
    let body = json::json!({
        "id": event.id,
        "topic": event.topic,
        "objectId": event.object_id,
        "sequence": event.sequence,
        "occurredOn": event.occurred_ms,
        "attempt": event.attempt,
        "siteId": ctx.site_id,
        "live": ctx.live,
        "data": data,
    });
    Ok(body.to_string())
}

fn headers(event: &Event, signature: &str) -> Vec<(String, String)> {
    let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    vec![
        header("content-type", "application/json"),
        header("user-agent", "Stoa"),
        header("x-stoa-event", &event.id),
        header("x-stoa-topic", &event.topic),
        header("x-stoa-signature", signature),
    ]
}

/// `t=1790000000,v1=…`: the time in seconds, and the HMAC-SHA-256 in hexadecimal of it, a full stop and the body.
fn signature(seconds: u64, tag: &[u8]) -> String {
    let digits: String = tag.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("t={seconds},v1={digits}")
}

/// Whether the event has arrived; after an error it is delivered again.
fn read(answer: Result<Response, Failure>) -> Result<(), Error> {
    let response = match answer {
        Ok(response) => response,
        Err(Failure::NotAllowed) => {
            return Err(not_configured("the address has to begin with https:// and be reachable from the internet"));
        }
        Err(Failure::Timeout) => return Err(error(ErrorCode::TimedOut, "the address did not answer in time")),
        Err(failure) => return Err(error(ErrorCode::UpstreamFailed, format!("the address failed: {failure:?}"))),
    };
    match response.status {
        200..=299 => Ok(()),
        GONE => Ok(()),
        status => {
            let fault = error(ErrorCode::UpstreamFailed, format!("the address answered with {status}"));
            Err(Error { retry_after_ms: retry_after(&response), ..fault })
        }
    }
}

/// What the header `retry-after` asks for, in seconds there.
fn retry_after(response: &Response) -> Option<u32> {
    let header = response.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("retry-after"));
    let seconds: u32 = header?.1.trim().parse().ok()?;
    Some(seconds.saturating_mul(1000))
}

stoa_plugin_sdk::plugin!(events: Webhooks);

#[cfg(test)]
mod tests {
    use stoa_plugin_sdk::json::json;

    use super::*;

    fn response(status: u16, headers: &[(&str, &str)]) -> Response {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Response { status, headers, body: Vec::new() }
    }

    #[test]
    fn topics_are_chosen() {
        assert!(is_wanted(&json!([]), "order.paid") && is_wanted(&Value::Null, "order.paid"));
        assert!(is_wanted(&json!(["order.paid"]), "order.paid") && !is_wanted(&json!(["stock.low"]), "order.paid"));
    }

    #[test]
    fn answers_say_whether_to_try_again() {
        assert!(read(Ok(response(204, &[]))).is_ok() && read(Ok(response(410, &[]))).is_ok());
        let busy = read(Ok(response(503, &[("Retry-After", "120")]))).unwrap_err();
        assert_eq!((busy.code, busy.retry_after_ms), (ErrorCode::UpstreamFailed, Some(120_000)));
        assert_eq!(read(Ok(response(301, &[]))).unwrap_err().code, ErrorCode::UpstreamFailed);
        assert_eq!(read(Err(Failure::NotAllowed)).unwrap_err().code, ErrorCode::NotConfigured);
        assert_eq!(read(Err(Failure::Timeout)).unwrap_err().code, ErrorCode::TimedOut);
    }

    #[test]
    fn signature_contains_the_time() {
        assert_eq!(signature(1_790_000_000, &[0, 171]), "t=1790000000,v1=00ab");
    }
}
