//! The versions of a plugin that a site used before.

use serde_json::json;
use stoa_entity::tenant::plugin_installation::{GrantedPermissions, PreviousVersion};
use stoa_kernel::clock::Timestamp;

fn version(digest: Option<&str>) -> PreviousVersion {
    serde_json::from_value(json!({"digest": digest, "version": "1.0.0", "settings": {}})).unwrap()
}

fn digests(version: &PreviousVersion) -> Vec<Option<&str>> {
    version.all().map(|version| version.digest.as_deref()).collect()
}

#[test]
fn versions_before_are_kept_once_the_latest_first() {
    let first = version(None).after(None);
    let second = version(Some("a")).after(Some(&first));
    let third = version(Some("b")).after(Some(&second));
    assert_eq!(digests(&third), [Some("b"), Some("a"), None]);
    let again = version(Some("a")).after(Some(&third));
    assert_eq!(digests(&again), [Some("a"), Some("b"), None]);
    assert!(again.earlier.iter().all(|version| version.earlier.is_empty()));
    let stored = serde_json::to_value(&again).unwrap();
    assert_eq!(serde_json::from_value::<PreviousVersion>(stored).unwrap(), again);
    let many = (0..20).fold(again, |known, place| version(Some(&place.to_string())).after(Some(&known)));
    assert_eq!((many.earlier.len(), many.earlier[0].digest.as_deref()), (8, Some("18")));
}

#[test]
fn versions_are_left_once() {
    let (first, second) = (Timestamp::from_ms(1), Timestamp::from_ms(2));
    let oldest = version(Some("a")).after(None).leaving(first, |_| true);
    let both = version(Some("b")).after(Some(&oldest)).leaving(second, |_| true);
    assert_eq!(both.all().map(|own| own.left_on).collect::<Vec<_>>(), [Some(second), Some(first)]);
    let kept = version(Some("c")).after(Some(&both)).leaving(second, |own| own.digest.as_deref() == Some("b"));
    let left = kept.all().map(|own| own.left_on.is_some()).collect::<Vec<_>>();
    assert_eq!(left, [false, true, true]);
}

#[test]
fn earlier_versions_keep_what_they_were_granted() {
    let with = |agreed: serde_json::Value, grants: serde_json::Value| {
        let before = json!({
            "digest": "a", "version": "1.0.0", "settings": {}, "agreed": agreed, "grants": grants
        });
        serde_json::from_value::<PreviousVersion>(before).unwrap().granted()
    };
    let granted = |origin: &str| {
        let origins = vec![format!("https://{origin}.example")];
        Some(GrantedPermissions { origins, data: Vec::new() })
    };
    let agreed = json!({"origins": ["https://old.example"]});
    assert_eq!(with(agreed.clone(), json!(null)), granted("old"), "without narrowing not more than was agreed to");
    assert_eq!(with(agreed, json!({"origins": ["https://some.example"]})), granted("some"));
    assert_eq!(with(json!(null), json!(null)), None, "the server's version");
}
