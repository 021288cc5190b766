//! What the log says of calls that nobody waits for any more.

use std::fs::{File, read_to_string};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::json;

use super::processor::{API, GIVEN_UP, Shop};

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_given_up_is_named_until_its_last_line() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut shop = Shop::on_sqlite(folder.path()).await?;
    shop.install(folder.path(), "1.0.0", &[API]).await?;
    shop.set_account("first").await?;
    shop.set_key("key-1").await?;
    shop.set_mode(true).await?;
    let order = shop.submit("test-order-0001").await?;
    let payment = shop.authorised(&order).await?;
    let (path, nothing) = (format!("{order}/payments/{payment}/capture"), json!({}));
    let processor = Arc::clone(&shop.processor);
    processor.is_silent.store(true, Ordering::SeqCst);

    let log = folder.path().join("server.log");
    let lines = tracing_subscriber::fmt().with_ansi(false).with_writer(Arc::new(File::create(&log)?));
    {
        // The request runs on this thread, since it needs no connection.
        shop.owner.router = Some(shop.app.stoa.router());
        let _of_this_thread = tracing::subscriber::set_default(lines.finish());
        tokio::select! {
            answer = shop.owner.post(&path, &nothing) => bail!("it was answered: {answer:?}"),
            () = processor.left_unanswered.notified() => {}
        }
    }
    processor.is_silent.store(false, Ordering::SeqCst);
    let said = read_to_string(&log)?;
    let line = said.lines().find(|line| line.contains(GIVEN_UP)).with_context(|| format!("no such line: {said}"))?;
    for part in ["request.id=", "tenant.id=", "http.route=\"/api/v1/websites/{websiteId}/orders/{orderId}/payments/"] {
        ensure!(line.contains(part), "without {part}: {line}");
    }
    shop.owner.router = None;
    shop.app.stop().await
}
