//! Packages of plugins: indexes, what lists show, and refusals.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt as _, stream};
use serde_json::json;
use stoa_kernel::ErrorCode;
use stoa_kernel::ports::{FetchError, PortError, RemoteFile, RemoteFiles};
use stoa_plugin_author::{INDEX_FILE, IndexVersion, MAX_INDEX, SigningKey, create_index, read_index};
use stoa_plugin_host::{PluginError, PluginErrorKind};
use stoa_server::plugin_ports::indexes::{LARGEST_PACKAGE, fetch, size_of};
use stoa_server::plugin_ports::{PackageContents, not_checked};

const ADDRESS: &str = "https://plugins.example.com";

/// A web server with the files of a folder, which does not say how large they are.
struct Web(PathBuf);

#[async_trait]
impl RemoteFiles for Web {
    async fn open(&self, url: &str) -> Result<RemoteFile, FetchError> {
        let path = url.strip_prefix(ADDRESS).and_then(|path| path.strip_prefix('/'));
        let path = path.ok_or_else(|| FetchError(url.to_owned()))?;
        let bytes = std::fs::read(self.0.join(path)).map_err(|error| FetchError(error.to_string()))?;
        let pieces: Vec<Result<Bytes, PortError>> =
            bytes.chunks(100).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect();
        Ok(RemoteFile { filename: path.to_owned(), bytes: 0, file: stream::iter(pieces).boxed() })
    }
}

#[tokio::test]
async fn an_index_is_read_from_an_address_up_to_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    let key = SigningKey::create(&folder.path().join("index.key")).unwrap();
    let index = folder.path().join("index");
    create_index(&index, "Acme plugins", &key).unwrap();
    let web = Web(index);
    let list = fetch(&web, ADDRESS, INDEX_FILE, MAX_INDEX).await.unwrap();
    assert_eq!(read_index(&list, &key.public(), None).unwrap().name, "Acme plugins");
    let refused = fetch(&web, ADDRESS, INDEX_FILE, list.len() - 1).await.unwrap_err();
    assert!(refused.to_string().contains("is larger than"), "{refused}");
    assert!(fetch(&web, ADDRESS, "packages/gone.stoaplugin", 9).await.is_err());
}

#[test]
fn an_index_cannot_have_any_amount_read() {
    let version = |size: u64| -> IndexVersion {
        let version = json!({"version": "1.0.0", "digest": "d", "size": size, "api": "0.2", "name": "A",
            "summary": "", "kinds": []});
        serde_json::from_value(version).unwrap()
    };
    assert_eq!(size_of(&version(12)).unwrap(), 12);
    assert!(size_of(&version(LARGEST_PACKAGE + 1)).is_err());
    assert!(size_of(&version(u64::MAX)).is_err());
}

fn file(language: &str, name: &str) -> (String, Vec<u8>) {
    (format!("locales/{language}.json"), json!({ "name": name }).to_string().into_bytes())
}

#[test]
fn a_face_is_as_small_as_a_list_needs_it() {
    let sound = [file("en", "Hours"), file("de", &"x".repeat(1_000)), file("fr", "a\0b")];
    let face = PackageContents::face_of(&sound.into_iter().collect());
    assert_eq!(face.texts.keys().collect::<Vec<_>>(), ["en"]);
    let many = (0..1_000).map(|number| file(&format!("l{number}"), "Hours"));
    assert_eq!(PackageContents::face_of(&many.collect()).texts.len(), 100);
}

#[test]
fn a_busy_server_refuses_no_package() {
    let code =
        |kind| not_checked(&PluginError { plugin: Arc::from("acme.pay"), version: Arc::from("1.0.0"), kind }).code;
    for busy in [PluginErrorKind::Busy, PluginErrorKind::Starved, PluginErrorKind::Host("away".to_owned())] {
        assert_eq!(code(busy), ErrorCode::Unavailable);
    }
    assert_eq!(code(PluginErrorKind::Invalid("no component".to_owned())), ErrorCode::ValidationFailed);
}
