//! How a page stands with its visitors: what a change of its status, or its end, is decided on.

use stoa_entity::tenant::{collection, page_setting};
use stoa_kernel::Precondition;

use super::setting::{self, Access};
use crate::{SiteError, version};

/// What is known of a page whose documents were not read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing<'a> {
    pub(super) published_revision: Option<i64>,
    pub(super) enabled: bool,
    pub(super) is_home: bool,
    pub(super) setting: Option<&'a page_setting::Model>,
}

impl Standing<'_> {
    /// A word that is another one as soon as somebody publishes the page, takes it back, lets it wait or wait no longer,
    /// or lets others open it. Edits of its draft leave it.
    pub(super) fn version(self) -> String {
        let published = self.published_revision.unwrap_or_default();
        let due = self.setting.and_then(|own| own.publish_on).unwrap_or_default();
        let access = self.setting.map_or(Access::Public, setting::access).name();
        let flag = |is_set: bool| u8::from(is_set);
        let waits = flag(self.setting.is_some_and(|own| own.needs_review));
        format!("{published}.{due}.{waits}{}{}.{access}", flag(self.enabled), flag(self.is_home))
    }
}

/// Refuses a change of a page that no longer stands as it was seen.
pub(super) fn require(
    row: &collection::Model,
    setting: Option<&page_setting::Model>,
    seen: &Precondition,
) -> Result<(), SiteError> {
    version::require(seen, &of_row(row, setting))
}

/// How a row stands.
pub(super) fn of_row(row: &collection::Model, setting: Option<&page_setting::Model>) -> String {
    let collection::Model { published_revision, enabled, is_home, .. } = *row;
    Standing { published_revision, enabled, is_home, setting }.version()
}
