//! Tests of the cache of messages.

use super::MessageCache;

// spec: template.formatter.cache
#[test]
fn message_cache_size_limit() {
    let mut cache = MessageCache::default();
    for number in 0..250 {
        cache.get(&format!("message {number}"));
        assert!(cache.len() <= 100);
    }
    assert_eq!(cache.len(), 100);
    assert!(cache.contains("message 249") && cache.contains("message 150"));
    assert!(!cache.contains("message 149"));
}
