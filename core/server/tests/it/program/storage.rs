//! What is kept in this process and on disk: counted requests, files, the master key.

use std::fs::File;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context as _;
use bytes::Bytes;
use futures::{StreamExt as _, stream};
use stoa_kernel::ports::{BlobStore as _, ByteStream, RateLimit as _};
use stoa_server::config::Secret;
use stoa_server::outbound::blobs::{ABANDONED, Blobs};
use stoa_server::outbound::in_memory::LocalRateLimit;
use stoa_server::secrets::MasterKey;

use crate::app::{GLANCE, PATIENCE};

#[tokio::test]
async fn rate_limit_rejects_until_next_window() {
    // Long enough that a busy machine makes these requests within it.
    let (counter, window) = (LocalRateLimit::default(), Duration::from_secs(2));
    assert_eq!(counter.hit("a", 2, window).await, None);
    let begun = Instant::now();
    assert_eq!(counter.hit("a", 2, window).await, None);
    tokio::time::sleep(GLANCE).await;
    counter.uncount("a").await;
    assert_eq!(counter.hit("a", 2, window).await, None, "one was returned");
    let rest = window.saturating_sub(begun.elapsed());
    let wait = counter.hit("a", 2, window).await;
    assert!(wait.is_some_and(|wait| wait <= rest), "{wait:?} of {rest:?}: the window begins with the first request");
    assert_eq!(counter.hit("b", 2, window).await, None, "another caller");
    tokio::time::sleep(wait.unwrap_or_default() + GLANCE).await;
    assert_eq!(counter.hit("a", 2, window).await, None, "the next window: requests have not extended the first one");
}

#[tokio::test]
async fn rate_limit_counter_lives_for_whole_window() {
    let counter = LocalRateLimit::default();
    let (short, long) = (Duration::from_millis(100), Duration::from_secs(3_600));
    for (key, window) in [("short", short), ("long", long)] {
        assert_eq!(counter.hit(key, 1, window).await, None);
    }
    tokio::time::sleep(short * 2).await;
    assert_eq!(counter.hit("short", 1, short).await, None);
    let wait = counter.hit("long", 1, long).await;
    assert!(wait.is_some_and(|wait| wait > long / 2 && wait < long), "{wait:?}");
}

/// A file of which a part arrives, and then nothing.
fn stalled() -> ByteStream {
    stream::iter([Ok(Bytes::from_static(b"the beginning"))]).chain(stream::pending()).boxed()
}

#[tokio::test]
async fn what_an_interrupted_write_left_is_deleted_with_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = Arc::new(Blobs::local(folder.path()).unwrap());
    let unfinished = folder.path().join("web/file#1");
    let writing = tokio::spawn({
        let blobs = Arc::clone(&blobs);
        async move { blobs.write("web/file", stalled()).await }
    });
    let begun = async {
        while !unfinished.exists() {
            tokio::time::sleep(GLANCE).await;
        }
    };
    tokio::time::timeout(PATIENCE, begun).await.unwrap();
    blobs.delete("web/file").await.unwrap();
    assert!(unfinished.exists(), "it is being written");
    let long_ago = SystemTime::now() - ABANDONED;
    File::options().write(true).open(&unfinished).unwrap().set_modified(long_ago).unwrap();
    blobs.delete("web/file").await.unwrap();
    assert!(!unfinished.exists(), "nothing else deletes it");
    writing.abort();
}

#[test]
fn master_key_is_stable_and_derived_keys_differ() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    assert!(MasterKey::find(&Secret::default(), folder.path())?.is_none());
    let first = MasterKey::generate();
    first.keep(folder.path())?;
    let again = MasterKey::find(&Secret::default(), folder.path())?.context("no key")?;
    assert_eq!(first.derive("tokens"), again.derive("tokens"));
    assert_ne!(first.derive("tokens"), first.derive("links"));
    assert!(MasterKey::generate().keep(folder.path()).is_err(), "an existing key is not replaced");
    assert_eq!(std::fs::read_dir(folder.path())?.count(), 1, "no temporary file is left");
    for short in ["", " \n", "a key of less than 32 letters"] {
        std::fs::write(folder.path().join("secret.key"), short)?;
        assert!(MasterKey::find(&Secret::default(), folder.path()).is_err(), "{short:?}");
    }
    Ok(())
}
