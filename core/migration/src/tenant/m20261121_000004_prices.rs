//! Discounts, shipping zones and tax rules; converts existing settings of sites to rows.

use std::collections::BTreeMap;

use sea_orm_migration::sea_orm::{ConnectionTrait as _, DbBackend, DbErr, QueryResult, Statement, Value};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};
use serde_json::{Map, Value as Json, json};
use stoa_kernel::id::{ShippingZoneId, TaxRuleId};

use crate::script;

const SCRIPT: &str = include_str!("m20261121_000004_prices.sql");
const OLD_COLUMNS: &str = "ALTER TABLE site DROP COLUMN shipping;\nALTER TABLE site DROP COLUMN tax;\n";

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261121_000004_prices"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        script::show_all_sites(manager, "site", true).await?;
        carry_over(manager).await?;
        script::run(manager, OLD_COLUMNS).await?;
        script::show_all_sites(manager, "site", false).await?;
        script::enable_row_level_security(manager, SCRIPT).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}

async fn carry_over(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let question = "SELECT website_id, CAST(store_settings AS TEXT) AS store_settings, \
                    CAST(shipping AS TEXT) AS shipping, CAST(tax AS TEXT) AS tax, updated_on FROM site";
    let backend = manager.get_database_backend();
    let sites = manager.get_connection().query_all_raw(Statement::from_string(backend, question)).await?;
    for site in sites {
        carry_over_site(manager, &site).await?;
    }
    Ok(())
}

async fn carry_over_site(manager: &SchemaManager<'_>, site: &QueryResult) -> Result<(), DbErr> {
    let website: String = site.try_get("", "website_id")?;
    let at: i64 = site.try_get("", "updated_on")?;
    let read = |column: &str| -> Result<Json, DbErr> {
        let text: String = site.try_get("", column)?;
        serde_json::from_str(&text).map_err(|error| DbErr::Json(error.to_string()))
    };
    for (position, zone) in (0_i32..).zip(zones(&read("shipping")?)) {
        let values: Vec<Value> = vec![
            website.clone().into(),
            String::from(ShippingZoneId::generate()).into(),
            zone.name.into(),
            zone.places.to_string().into(),
            zone.options.to_string().into(),
            position.into(),
            at.into(),
        ];
        let insert = "INSERT INTO shipping_zone (website_id, id, name, places, options, position, revision, \
                      created_on, updated_on) VALUES ($1, $2, $3, {4}, {5}, $6, 1, $7, $7)";
        execute(manager, insert, values).await?;
    }
    let tax = read("tax")?;
    let rate = member(&tax, "rateBasisPoints").as_i64().unwrap_or(0);
    if rate > 0 {
        let values: Vec<Value> = vec![
            website.clone().into(),
            String::from(TaxRuleId::generate()).into(),
            member(&tax, "label").as_str().unwrap_or("Tax").to_owned().into(),
            rate.into(),
            member(&tax, "onShipping").as_bool().unwrap_or(false).into(),
            at.into(),
        ];
        let insert = "INSERT INTO tax_rule (website_id, id, label, country, region, postal_prefix, \
                      rate_basis_points, on_shipping, revision, created_on, updated_on) \
                      VALUES ($1, $2, $3, '*', '', '', $4, $5, 1, $6, $6)";
        execute(manager, insert, values).await?;
    }
    let mut settings = read("store_settings")?.as_object().cloned().unwrap_or_default();
    settings.insert("pricesIncludeTax".to_owned(), (member(&tax, "inclusive") == &Json::Bool(true)).into());
    let values: Vec<Value> = vec![website.into(), Json::Object(settings).to_string().into()];
    execute(manager, "UPDATE site SET store_settings = {2} WHERE website_id = $1", values).await
}

/// `{4}` marks the fourth value as JSON.
async fn execute(manager: &SchemaManager<'_>, sql: &str, values: Vec<Value>) -> Result<(), DbErr> {
    let backend = manager.get_database_backend();
    let mut sql = sql.to_owned();
    for place in 1..=values.len() {
        let json =
            if backend == DbBackend::Postgres { format!("CAST(${place} AS jsonb)") } else { format!("${place}") };
        sql = sql.replace(&format!("{{{place}}}"), &json);
    }
    manager.get_connection().execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    Ok(())
}

/// A member of an object; null if missing.
fn member<'a>(object: &'a Json, name: &str) -> &'a Json {
    object.get(name).unwrap_or(&Json::Null)
}

struct Zone {
    name: String,
    places: Json,
    options: Json,
}

/// Shipping options used to list their countries, or `*` for everywhere. A country has one zone now, so countries with
/// the same options become one zone, and everywhere else becomes the last one.
fn zones(shipping: &Json) -> Vec<Zone> {
    let options = member(shipping, "options").as_array().cloned().unwrap_or_default();
    let reaches = |option: &Json, country: &str| {
        member(option, "countries")
            .as_array()
            .is_some_and(|codes| codes.iter().any(|code| code == "*" || code == country))
    };
    let mut countries: Vec<&str> = Vec::new();
    for code in
        options.iter().filter_map(|option| member(option, "countries").as_array()).flatten().filter_map(Json::as_str)
    {
        if !countries.contains(&code) {
            countries.push(code);
        }
    }
    countries.sort_by_key(|code| *code == "*");
    let mut grouped: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    let mut zones: Vec<(Vec<&str>, Vec<usize>)> = Vec::new();
    for country in countries {
        let offered: Vec<usize> =
            (0..).zip(&options).filter(|(_, option)| reaches(option, country)).map(|(index, _)| index).collect();
        match grouped.get(&offered).and_then(|place| zones.get_mut(*place)).filter(|_| country != "*") {
            Some((members, _)) => members.push(country),
            None => {
                grouped.insert(offered.clone(), zones.len());
                zones.push((vec![country], offered));
            }
        }
    }
    let zone = |(members, offered): (Vec<&str>, Vec<usize>)| Zone {
        name: if members == ["*"] { "Everywhere else".to_owned() } else { members.join(", ") },
        places: members.iter().map(|country| json!({"country": country, "regions": []})).collect(),
        options: offered.iter().filter_map(|index| options.get(*index)).map(option).collect(),
    };
    zones.into_iter().map(zone).collect()
}

fn option(old: &Json) -> Json {
    let mut option = Map::new();
    for name in ["id", "label", "priceCents", "freeOverCents"] {
        option.insert(name.to_owned(), member(old, name).clone());
    }
    option.insert("kind".to_owned(), "flat".into());
    Json::Object(option)
}
