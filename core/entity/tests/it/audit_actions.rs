//! Names of the entries of the audit log.

use std::collections::HashSet;

use stoa_entity::audit::{AuditAction, PageDeed};
use stoa_kernel::content::CollectionKind;

#[test]
fn action_names_roundtrip() {
    let names: HashSet<String> = AuditAction::all().map(|action| action.name().into_owned()).collect();
    assert_eq!(names.len(), AuditAction::all().count());
    assert!(AuditAction::all().all(|action| AuditAction::from_name(&action.name()) == Some(action)));
    assert_eq!(AuditAction::OfPage(CollectionKind::Item, PageDeed::Publish).name(), "item.publish");
    assert_eq!(AuditAction::from_name("page"), None);
}
