//! Every contributor operation with every role, driven by the OpenAPI document: it is allowed exactly where the role
//! table grants the permissions that the document names, and changes nothing otherwise. An operation without named
//! permissions fails this test.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

use crate::app::{App, on_sqlite};
use crate::client::Client;
use crate::requests::{KnownResources, Route, routes, send};
use crate::shop;

/// Role sets: each role alone, and some combinations.
const HOLDINGS: [&[i32]; 18] = [
    &[1],
    &[2],
    &[3],
    &[4],
    &[6],
    &[7],
    &[8],
    &[9],
    &[10],
    &[11],
    &[12],
    &[13],
    &[14],
    &[15],
    &[2, 8],
    &[3, 4],
    &[4, 14],
    &[6, 7, 11],
];

/// The lines of the role table.
static TABLE: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("../../../../../tenancy/policy/roles.csv").lines().collect());

/// Whether the role table grants all permissions of one of these sets to these roles.
fn is_granted(roles: &[i32], rights: &[Vec<String>]) -> bool {
    let holds = |right: &String| {
        let right = right.replace(':', ", ");
        roles.iter().any(|role| TABLE.contains(format!("p, role:{role}, {right}").as_str()))
    };
    rights.iter().any(|set| set.iter().all(holds))
}

/// Whether an operation is to be called with these roles: several add up to the same permissions for all operations with
/// the same rights, so the first of those is enough.
fn is_asked(roles: &[i32], routes: &[Route], at: usize) -> bool {
    let is_first = |route: &Route| !routes.iter().take(at).any(|other| other.rights == route.rights);
    roles.len() == 1 || routes.get(at).is_some_and(is_first)
}

/// A contributor with these roles on a site.
pub(crate) async fn holder(app: &App, website: &str, roles: &[i32]) -> Result<Client> {
    let tenancy = &app.stoa.foundation.tenancy;
    let email = format!("roles{roles:?}@example.com").replace([' ', '[', ']', ','], "-");
    let account = tenancy.staff.create(&email, "Someone", "long enough words", Timestamp::from_ms(1)).await?;
    let site: WebsiteId = website.parse()?;
    for role in roles {
        tenancy.staff.grant(&site, &account.id, *role).await?;
    }
    let mut client = app.platform();
    client.sign_in(&email, "long enough words").await?;
    client.website = Some(website.to_owned());
    Ok(client)
}

/// What changes without a request: exports are recorded in the audit log, the worker retries deliveries of webhooks and
/// events, plugins are called, and the live view shows the last minutes; and files and formats that the plugin of the tests
/// does not have.
const MOVING: [&str; 10] = [
    "analytics_live",
    "audit_log_list",
    "catalogue_format_export",
    "form_webhooks_list",
    "plugin_activity",
    "plugin_comparison",
    "plugin_deliveries_list",
    "plugin_icon",
    "plugin_panel_page",
    "plugin_picture",
];

/// Everything on the site that the owner can read, except lists that change by themselves.
async fn everything(known: &KnownResources, owner: &mut Client, routes: &[Route]) -> Result<BTreeMap<String, String>> {
    let mut seen = BTreeMap::new();
    for route in routes.iter().filter(|route| route.method == "GET" && !MOVING.contains(&route.id.as_str())) {
        let answer = owner.get(&known.path(route)?).await?;
        ensure!(answer.status == 200, "{} as the owner: {answer:?}", route.id);
        seen.insert(route.id.clone(), answer.text);
    }
    Ok(seen)
}

// spec: roles.enum, roles.permissions.open, roles.multiple.open, role.viewer.open, role.none.open, order.admin.open
#[tokio::test(flavor = "multi_thread")]
async fn role_permission_matrix() -> Result<()> {
    let app = App::sqlite().await?;
    let website = app.website("juniper").await?;
    let (mut owner, mut shopper) = (app.owner().await?, app.juniper());
    owner.website = Some(website.clone());
    let mut known = KnownResources::gather(&app, &mut owner, &mut shopper).await?;
    known.refresh(&mut owner, &mut shopper).await?;
    let routes: Vec<Route> = routes()?.into_iter().filter(|route| route.contributor).collect();
    let mut people = Vec::new();
    for roles in HOLDINGS {
        people.push((roles, holder(&app, &website, roles).await?));
    }

    // The first call of each operation is made over a connection.
    let router = app.stoa.router();
    // The e-mails about what was made for the calls are not effects of refused ones.
    app.emails_done("juniper").await?;
    let before = everything(&known, &mut owner, &routes).await?;
    for (at, route) in routes.iter().enumerate() {
        ensure!(!route.rights.is_empty(), "{}: name the right it needs in `security`", route.id);
        let (path, body) = (known.path(route)?, known.body(route)?);
        let is_refused = |roles: &[i32]| !is_granted(roles, &route.rights) && is_asked(roles, &routes, at);
        for (index, (roles, person)) in people.iter_mut().filter(|(roles, _)| is_refused(roles)).enumerate() {
            person.router = (index > 0).then(|| router.clone());
            let refused = send(person, route, &path, body.as_ref()).await?;
            let problem = refused.problem(403).with_context(|| format!("{} as {roles:?}", route.id))?;
            ensure!(problem["code"] == "permission-denied", "{} as {roles:?}: {problem}", route.id);
        }
    }
    let after = everything(&known, &mut owner, &routes).await?;
    let changed: Vec<&String> = before.keys().filter(|id| before.get(*id) != after.get(*id)).collect();
    ensure!(changed.is_empty(), "refused calls changed what these answer: {changed:?}");

    for (at, route) in routes.iter().enumerate() {
        if route.method != "GET" {
            known.refresh_for(route, &mut owner, &mut shopper).await?;
        }
        let (path, body) = (known.path(route)?, known.body(route)?);
        let may_call = |roles: &[i32]| is_granted(roles, &route.rights) && is_asked(roles, &routes, at);
        // The first one finds the known state; the others may get a conflict because it has changed since.
        for (index, (roles, person)) in people.iter_mut().filter(|(roles, _)| may_call(roles)).enumerate() {
            person.router = (index > 0).then(|| router.clone());
            let answer = send(person, route, &path, body.as_ref()).await?;
            let let_through = answer.status < 500 && ![401, 403].contains(&answer.status);
            ensure!(let_through, "{} as {roles:?}: {answer:?}", route.id);
        }
    }
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn permission_checked_before_body() -> Result<()> {
    on_sqlite(async |app| {
        let website = app.website("juniper").await?;
        let (mut owner, mut shopper) = (app.owner().await?, app.juniper());
        owner.website = Some(website.clone());
        let mut known = KnownResources::gather(app, &mut owner, &mut shopper).await?;
        known.refresh(&mut owner, &mut shopper).await?;
        let mut person = holder(app, &website, &[10]).await?;
        let mut refused = 0;
        for route in routes()?.iter().filter(|route| route.contributor && route.takes_body()) {
            if is_granted(&[10], &route.rights) {
                continue;
            }
            let answer = person.call(&route.method, &known.path(route)?, Some(&json!("no such body"))).await?;
            let problem = answer.problem(403).with_context(|| route.id.clone())?;
            ensure!(problem["code"] == "permission-denied", "{}: {problem}", route.id);
            refused += 1;
        }
        ensure!(refused > 60, "only {refused} calls were refused");
        let pages = format!("/api/v1/websites/{website}/pages");
        owner.post(&pages, &json!("no such body")).await?.problem(400)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn unauthenticated_401_and_session_refresh() -> Result<()> {
    let app = App::sqlite().await?;
    let website = app.website("juniper").await?;
    let orders = format!("/api/v1/websites/{website}/orders");
    let problem = app.platform().get(&orders).await?.problem(401)?;
    assert_eq!(problem["code"], "sign-in-required");
    let mut owner = app.owner().await?;
    owner.token = None;
    let renewed = owner.post("/api/auth/session/refresh", &Value::Null).await?.expect(200)?;
    owner.token = renewed["accessToken"].as_str().map(str::to_owned);
    owner.get(&orders).await?.expect(200)?;
    owner.delete("/api/auth/session").await?.expect(204)?;
    let problem = owner.post("/api/auth/session/refresh", &Value::Null).await?.problem(401)?;
    assert_eq!(problem["code"], "sign-in-required");
    app.stop().await
}

// spec: role.billing.open, role.reporting.open, role.editor.open, role.commenter.open, role.store-manager.open
#[tokio::test(flavor = "multi_thread")]
async fn role_permission_examples() -> Result<()> {
    on_sqlite(async |app| {
        let website = app.website("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        let bought = shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        let refund = format!("orders/{}/refund", bought["orderId"].as_str().context("no order")?);
        let mut owner = app.owner().await?;
        let pages = owner.get(&format!("{base}/pages")).await?.expect(200)?;
        let home = pages["pages"].as_array().and_then(|pages| pages.iter().find(|page| page["isHome"] == true));
        let notes = format!("pages/{}/review-comments", home.and_then(|page| page["id"].as_str()).context("no home")?);
        let page = json!({"title": "Glazes"});
        let money = json!({"idempotencyKey": "a-refund-0001", "amountCents": 100, "reason": "Chipped"});
        for (role, method, path, body, status) in [
            (2, "POST", "pages", Some(&page), 403),
            (2, "GET", "settings", None, 200),
            (3, "GET", "sales", None, 200),
            (3, "GET", "customers", None, 403),
            (4, "POST", "pages", Some(&page), 201),
            (4, "GET", "orders", None, 403),
            (4, "GET", "customers", None, 403),
            (4, "GET", "contributors", None, 403),
            (7, "POST", notes.as_str(), Some(&json!({"body": "Is it true?"})), 201),
            (7, "POST", "pages", Some(&page), 403),
            (8, "POST", refund.as_str(), Some(&money), 200),
            (8, "POST", "design/publish", Some(&json!({"revision": 1})), 403),
            (15, "GET", "audit-log", None, 403),
            (15, "POST", "contributors", Some(&json!({"email": "odo@example.com", "roles": [1]})), 403),
        ] {
            let mut person = person(app, &website, role).await?;
            let answer = person.call(method, &format!("{base}/{path}"), body).await?;
            ensure!(answer.status == status, "{method} {path} as {role}: {answer:?}");
        }
        Ok(())
    })
    .await
}

/// A signed-in contributor with one role.
async fn person(app: &App, website: &str, role: i32) -> Result<Client> {
    let email = format!("roles-{role}-@example.com");
    if app.stoa.foundation.tenancy.staff.by_email(&email).await?.is_none() {
        return holder(app, website, &[role]).await;
    }
    let mut client = app.platform();
    client.sign_in(&email, "long enough words").await?;
    Ok(client)
}
