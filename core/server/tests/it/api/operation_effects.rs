//! Each documented operation that changes something, called with permission, changes rows of the site and does not
//! merely respond. Each read operation leaves the rows unchanged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::{Result, ensure};

use crate::app::App;
use crate::client::Client;
use crate::requests::{KnownResources, Route, routes, send};
use crate::transaction_pauses::Journal;

/// SQLite's number of a file as this connection sees it: another one after each transaction that wrote something.
const VERSION: &str = "SELECT data_version FROM pragma_data_version";

type Rows = BTreeMap<&'static str, Vec<String>>;

/// Tables that do not count as effects: queues of later work, and logs.
const BESIDES: [&str; 10] = [
    "audit",
    "event_delivery",
    "outbox",
    "mail",
    "page_presence",
    "plugin_activity",
    "plugin_sample",
    "webhook_delivery",
    "webhook_key",
    "shop_stamp",
];

/// Operations that only check or compute something.
const LOOKS: [&str; 20] = [
    "catalogue_format_check",
    "catalogue_format_products",
    "customers_sheet_link",
    "draft_language_link",
    "experiment_preview_link",
    "form_validate",
    "inventory_check_sheet",
    "mail_texts_preview",
    "orders_export_link",
    "page_preview",
    "page_questions",
    "page_unlock",
    "plugin_panel_call",
    "plugin_test",
    "product_files_preview",
    "refunds_preview",
    "subscribers_export_link",
    "template_files_check",
    "template_files_preview",
    "test_shopper_link",
];

/// Operations whose effects are in the platform's tables, in those of analytics, or in those that do not count.
const ELSEWHERE: [&str; 26] = [
    "analytics_events_record",
    "button_click_record",
    "button_render_record",
    "census_hit_record",
    "contributors_invite",
    "contributors_remove",
    "contributors_set_roles",
    "contributors_set_sign_in_rules",
    "contributors_withdraw_invitation",
    "form_render_record",
    "form_webhook_key_renew",
    "form_webhooks_retry",
    "mail_previews_send",
    "mail_send_again",
    "mail_send_all_again",
    "overlay_record",
    "performance_records_record",
    "plugin_deliveries_replay",
    "plugin_deliveries_replay_all",
    "product_reviews_send",
    "quick_view_record",
    "restock_send",
    "restock_send_all",
    "script_errors_record",
    "session_delete",
    "site_user_ask_verification",
];

/// Operations called with existing data.
const AS_IT_IS: [&str; 18] = [
    "all_products_bulk",
    "block_settings_take_over",
    "cart_add_coupon",
    "checkout_add_coupon",
    "checkout_give_up_payment",
    "comments_change",
    "header_footer_draft_discard",
    "header_footer_draft_save",
    "items_arrange",
    "multilingual_disconnect",
    "page_operations_submit",
    "products_bulk",
    "products_move",
    "shipping_zones_arrange",
    "site_lock_save",
    "site_user_addresses_update",
    "template_files_publish",
    "translations_import",
];

async fn rows(app: &App, website: &str) -> Result<Rows> {
    let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
    let mut rows = tenant.db.read().await?.everything().await?;
    rows.retain(|table, _| !BESIDES.contains(table));
    Ok(rows)
}

fn changed(before: &Rows, after: &Rows) -> BTreeSet<&'static str> {
    before.keys().filter(|table| before.get(*table) != after.get(*table)).copied().collect()
}

/// The shop with everything that operations refer to.
struct OperationTest {
    app: App,
    website: String,
    owner: Client,
    shopper: Client,
    known: KnownResources,
    file: Journal,
    /// What was read last, and the number of the file before that.
    seen: Option<(i64, Arc<Rows>)>,
}

impl OperationTest {
    async fn set() -> Result<Self> {
        let app = App::sqlite().await?;
        let website = app.website("juniper").await?;
        let (mut owner, mut shopper) = (app.owner().await?, app.juniper());
        owner.website = Some(website.clone());
        let mut known = KnownResources::gather(&app, &mut owner, &mut shopper).await?;
        known.refresh(&mut owner, &mut shopper).await?;
        // The matrix of roles calls each operation of contributors over a connection.
        owner.router = Some(app.stoa.router());
        let file = Journal::sqlite(&app.data, &website).await?;
        Ok(Self { app, website, owner, shopper, known, file, seen: None })
    }

    /// All rows of the site, which are read again only after something was written to its file.
    async fn rows(&mut self) -> Result<Arc<Rows>> {
        let version = self.file.number(VERSION).await?;
        if let Some((_, rows)) = self.seen.as_ref().filter(|(known, _)| *known == version) {
            return Ok(Arc::clone(rows));
        }
        let rows = Arc::new(rows(&self.app, &self.website).await?);
        self.seen = Some((version, Arc::clone(&rows)));
        Ok(rows)
    }

    /// Prepares the call of an operation. False for the few that the other tests of all operations call themselves.
    async fn prepare(&mut self, route: &Route) -> Result<bool> {
        if self.known.path(route).is_err() || self.known.body(route).is_err() {
            return Ok(false);
        }
        self.known.refresh_for(route, &mut self.owner, &mut self.shopper).await?;
        // Changes made by the worker because of earlier operations are not effects of this one.
        self.app.outbox_done("juniper").await?;
        Ok(true)
    }

    /// Calls an operation and returns its status; none for the few that the other tests of all operations call
    /// themselves.
    async fn call(&mut self, route: &Route) -> Result<Option<u16>> {
        let Ok(path) = self.known.path(route) else { return Ok(None) };
        let Ok(body) = self.known.body(route) else { return Ok(None) };
        let client = if route.contributor { &mut self.owner } else { &mut self.shopper };
        Ok(Some(send(client, route, &path, body.as_ref()).await?.status))
    }
}

// spec: scope.server-behaviour.open
#[tokio::test(flavor = "multi_thread")]
async fn write_operations_change_rows() -> Result<()> {
    let mut stage = OperationTest::set().await?;
    let mut odd = Vec::new();
    let mut kept = 0;
    for route in routes()?.iter().filter(|route| route.method != "GET") {
        if !stage.prepare(route).await? {
            continue;
        }
        let before = stage.rows().await?;
        let Some(status) = stage.call(route).await? else { continue };
        let after = stage.rows().await?;
        let changed = changed(&before, &after);
        let done = (200..400).contains(&status);
        kept += usize::from(done && !changed.is_empty());
        let is_told_of = LOOKS.iter().chain(&ELSEWHERE).chain(&AS_IT_IS).any(|id| *id == route.id);
        let as_expected = if done { is_told_of || !changed.is_empty() } else { changed.is_empty() };
        if !as_expected {
            odd.push(format!("{} {status}: {changed:?}", route.id));
        }
    }
    ensure!(odd.is_empty(), "{}", odd.join("\n"));
    ensure!(kept > 100, "only {kept} calls keep something");
    stage.app.stop().await
}

// spec: scope.server-behaviour.open
#[tokio::test(flavor = "multi_thread")]
async fn read_operations_change_nothing() -> Result<()> {
    let mut stage = OperationTest::set().await?;
    let mut before = stage.rows().await?;
    let mut odd = Vec::new();
    for route in routes()?.iter().filter(|route| route.method == "GET") {
        if stage.call(route).await?.is_none() {
            continue;
        }
        let after = stage.rows().await?;
        let changed = changed(&before, &after);
        if !changed.is_empty() {
            odd.push(format!("{}: {changed:?}", route.id));
        }
        before = after;
    }
    ensure!(odd.is_empty(), "{}", odd.join("\n"));
    stage.app.stop().await
}
