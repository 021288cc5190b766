//! Share links of a post or product.

use serde_json::{Map, Value, json};
use stoa_kernel::website::ShareService;
use stoa_messages::Texts;
use stoa_site::website_settings::{ShareSettings, Shared};

use crate::page_call::PageCall;

/// A page that can be shared.
pub(super) struct SharedPage<'a> {
    /// Its template.
    pub(super) template: &'a str,
    /// The request for it.
    pub(super) call: &'a PageCall,
    /// Path of its picture; empty for none.
    pub(super) picture: &'a str,
}

/// Adds the share links chosen by the owner to the item of a page; items that cannot be shared get none.
pub(super) fn offer(data: &mut Map<String, Value>, settings: &ShareSettings, page: &SharedPage<'_>, texts: Texts<'_>) {
    let SharedPage { template, call, picture } = *page;
    let origin = &call.origin;
    let is_offered = match template {
        "blog.item" => settings.on_posts,
        "products.item" => settings.on_products,
        _ => false,
    };
    let item = data.get_mut("item").and_then(Value::as_object_mut);
    let Some(item) = item.filter(|_| is_offered) else { return };
    let text = |name: &str| item.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (url, title) = (format!("{origin}{}", call.address(&text("fullUrl"))), text("title"));
    let picture = if picture.is_empty() { String::new() } else { format!("{origin}{picture}") };
    let shared = Shared { url: &url, title: &title, picture: &picture };
    let links: Vec<Value> = settings
        .services
        .iter()
        .map(|service| {
            let label = if *service == ShareService::Email { texts.text("storefront.email") } else { service.label() };
            json!({"service": service, "label": label, "url": shared.link(*service)})
        })
        .collect();
    let options: Map<String, Value> =
        settings.services.iter().map(|service| (service.to_string(), json!(true))).collect();
    item.insert("shareButtonOptions".to_owned(), Value::Object(options.clone()));
    item.insert("shareUrl".to_owned(), json!(url));
    item.insert("shareLinks".to_owned(), json!(links));
    if let Some(website) = data.get_mut("website").and_then(Value::as_object_mut) {
        website.insert("shareButtonOptions".to_owned(), Value::Object(options));
    }
}
