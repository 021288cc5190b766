//! Session recording.

use anyhow::Result;
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
