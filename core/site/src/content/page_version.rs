//! Page version: precondition for changes of status and for deletion.

use stoa_entity::tenant::{collection, page_setting};
use stoa_kernel::Precondition;
use stoa_kernel::content::PageAccess;

use crate::{SiteError, version};

/// The values that a page version is made from, without the documents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing<'a> {
    pub(super) published_revision: Option<i64>,
    pub(super) enabled: bool,
    pub(super) is_home: bool,
    pub(super) setting: Option<&'a page_setting::Model>,
}

impl Standing<'_> {
    /// Opaque version for `If-Match`. Changes with publication, schedule, review flag, home flag and access; not with
    /// edits of the draft.
    pub(super) fn version(self) -> String {
        let published = self.published_revision.unwrap_or_default();
        let due = self.setting.and_then(|own| own.publish_on).unwrap_or_default();
        let access = self.setting.map_or(PageAccess::default(), |own| own.access);
        let flag = |is_set: bool| u8::from(is_set);
        let waits = flag(self.setting.is_some_and(|own| own.needs_review));
        format!("{published}.{due}.{waits}{}{}.{access}", flag(self.enabled), flag(self.is_home))
    }
}

/// Refuses a change of a page whose version does not match the precondition.
pub(super) fn require(
    row: &collection::Model,
    setting: Option<&page_setting::Model>,
    seen: &Precondition,
) -> Result<(), SiteError> {
    version::require(seen, &of_row(row, setting))
}

/// Version of a row.
pub(super) fn of_row(row: &collection::Model, setting: Option<&page_setting::Model>) -> String {
    let collection::Model { published_revision, enabled, is_home, .. } = *row;
    Standing { published_revision, enabled, is_home, setting }.version()
}
