//! Permissions for uploads. With permission to change content, any upload; with permission to change products only, new
//! images, and metadata of images that only products use.

use stoa_entity::TenantTx;
use stoa_kernel::{Action, ErrorCode, Failure, Resource, TenantCtx};

use super::detect_file_type::Content;
use super::model::Asset;
use super::uses;
use crate::SiteError;
use crate::contributor_texts;

/// What a caller may upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UploadPermission {
    /// Images and files, also as replacements.
    Anything,
    /// New images only.
    NewPictures,
}

impl UploadPermission {
    /// What the caller may upload.
    ///
    /// # Errors
    /// When the caller may change neither content nor products.
    pub(super) fn of(ctx: &TenantCtx) -> Result<Self, SiteError> {
        match ctx.authorise(Resource::Content, Action::Write) {
            Ok(()) => Ok(Self::Anything),
            Err(_) if ctx.permissions().allows(Resource::Products, Action::Write) => Ok(Self::NewPictures),
            Err(refused) => Err(refused.into()),
        }
    }

    /// Refuses replacing a file.
    pub(super) fn check_replacing(self, replaces: bool) -> Result<(), SiteError> {
        match self {
            Self::NewPictures if replaces => Err(denied(contributor_texts::ROLE_DOES_NOT_REPLACE_FILES.english())),
            _ => Ok(()),
        }
    }

    /// Refuses files that are not images.
    pub(super) fn check_content(self, content: Content) -> Result<(), SiteError> {
        match (self, content) {
            (Self::NewPictures, Content::File(_)) => Err(denied(contributor_texts::ROLE_ONLY_ADDS_IMAGES.english())),
            _ => Ok(()),
        }
    }

    /// Refuses changing the metadata of a file that content uses.
    pub(super) async fn check_describing(self, tx: &TenantTx, asset: &Asset) -> Result<(), SiteError> {
        if self == Self::Anything || uses::of(tx, &asset.id).await?.is_empty() {
            return Ok(());
        }
        let message = contributor_texts::PAGES_USE_THIS_IMAGE_TOO.english();
        Err(SiteError::Conflict(message.to_owned()))
    }
}

fn denied(message: &str) -> SiteError {
    Failure::new(ErrorCode::PermissionDenied, message).into()
}
