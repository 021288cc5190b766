//! Errors of scripts that browsers report.

use anyhow::{Result, ensure};
use serde_json::json;
use stoa_entity::analytics::analytics_error;

use super::recorded::{rows, text};
use crate::app::on_sqlite;

const PATH: &str = "/api/events/RecordJavascriptErrors";

// spec: error-reporting.javascript.post, error-reporting.crumb-header.open, error-reporting.storage.open
#[tokio::test(flavor = "multi_thread")]
async fn script_errors_are_grouped_without_secrets() -> Result<()> {
    on_sqlite(async |app| {
        let mut visitor = app.juniper();
        let data = json!({"message": "x is undefined", "stack": "at f (https://juniper.example/a.js?token=abc:3:14)",
                          "url": "http://juniper.localhost/shop?secret=1"});
        let error = json!({"event": "uncaught", "data": data, "timestamp": 5});
        let answer = visitor.post(PATH, &json!([error, error])).await?;
        assert_eq!((answer.status, answer.text.as_str()), (204, ""));
        let found = rows::<analytics_error::Entity>(app, "juniper").await?;
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].message.as_str(), found[0].count), ("x is undefined", 2));
        assert_eq!(found[0].stack, "at f (https://juniper.example/a.js:3:14)");
        assert_eq!(text(app, "juniper", found[0].page).await?, "/shop");
        assert_eq!(text(app, "juniper", found[0].browser).await?, "Chrome");

        let large = json!([{"event": "uncaught", "data": {"message": "x".repeat(70_000)}, "timestamp": 5}]);
        assert_eq!(visitor.post(PATH, &large).await?.status, 413);
        visitor.post(PATH, &json!({})).await?.problem(400)?;
        ensure!(rows::<analytics_error::Entity>(app, "kissaten").await?.is_empty());
        let bare = reqwest::Client::new().post(format!("http://{}{PATH}", app.address));
        let bare = bare.header("Host", &visitor.host).json(&json!([error])).send().await?;
        assert_eq!(bare.status(), 403);

        let mut owner = app.owner().await?;
        let list = format!("/api/v1/websites/{}/analytics/errors", app.website("juniper").await?);
        for (query, expected) in [
            ("", 1),
            ("?from=2020-01-01", 1),
            ("?from=2020-01-01&to=2020-01-31", 0),
            ("?page=/shop&browser=Chrome", 1),
            ("?page=/", 0),
            ("?browser=Safari", 0),
            ("?browser=", 0),
        ] {
            let seen = owner.get(&format!("{list}{query}")).await?.expect(200)?;
            assert_eq!(seen["rows"].as_array().map(Vec::len), Some(expected), "{query}");
        }
        owner.get(&format!("{list}?from=yesterday")).await?.problem(400)?;
        Ok(())
    })
    .await
}
