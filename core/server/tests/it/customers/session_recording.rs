//! Session recording.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::app::App;

// spec: session-recording.get-id, session-recording.get-id.open
#[tokio::test(flavor = "multi_thread")]
async fn session_recording_id_is_mock() -> Result<()> {
    let app = App::sqlite().await?;
    let answer = app.juniper().get("/api/commerce/fullstory/getId").await?;
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.expect(200)?, json!({"id": "mock"}));
    app.stop().await
}

// spec: session-recording.rule, experiments.flags, experiments.flags.open
#[tokio::test(flavor = "multi_thread")]
async fn operator_and_site_allow_a_recorder() -> Result<()> {
    let app = App::sqlite_with("[analytics]\nsession_recorder = true\n").await?;
    let mut owner = app.owner().await?;
    let path = format!("/api/v1/websites/{}/website-settings", app.website("juniper").await?);
    for is_on in [false, true] {
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["sessionRecording"] = json!(is_on);
        owner.put(&path, &settings).await?.expect(200)?;
        let id = app.juniper().get("/api/commerce/fullstory/getId").await?.expect(200)?;
        assert_eq!(id["id"] != "mock", is_on, "{id}");
        let page = app.juniper().get("/").await?.text;
        let context = page.split("id=\"stoa-context\">").nth(1).and_then(|rest| rest.split("</script>").next());
        let context: serde_json::Value = serde_json::from_str(context.context("no context")?)?;
        let expected = json!({"visitor_product_tracking": false, "form_textarea_max_length": false,
            "multilingual_transactional_emails": false, "session_recording": is_on});
        ensure!(context["flags"] == expected, "{context}");
    }
    let mut declined = app.juniper();
    declined.cookies.insert("ss_notCounted".to_owned(), "1".to_owned());
    assert_eq!(declined.get("/api/commerce/fullstory/getId").await?.expect(200)?["id"], "mock", "who is not counted");
    let other = app.kissaten().get("/api/commerce/fullstory/getId").await?.expect(200)?;
    assert_eq!(other["id"], "mock", "a site elsewhere");
    app.stop().await
}
