//! Who may bring files in. Whoever changes content brings in anything; whoever changes products alone brings in new
//! pictures, and describes those that nothing but products shows.

use stoa_entity::TenantTx;
use stoa_kernel::{Action, ErrorCode, Failure, Resource, TenantCtx};

use super::model::Asset;
use super::sniff::Content;
use super::uses;
use crate::SiteError;

/// What a caller may bring in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bringing {
    /// Pictures and files, also in place of others.
    Anything,
    /// Pictures that were not there before.
    NewPictures,
}

impl Bringing {
    /// What who calls may bring in.
    ///
    /// # Errors
    /// When they may change neither content nor products.
    pub(super) fn of(ctx: &TenantCtx) -> Result<Self, SiteError> {
        match ctx.authorise(Resource::Content, Action::Write) {
            Ok(()) => Ok(Self::Anything),
            Err(_) if ctx.permissions().allows(Resource::Products, Action::Write) => Ok(Self::NewPictures),
            Err(refused) => Err(refused.into()),
        }
    }

    /// Refuses what takes the place of another file.
    pub(super) fn check_replacing(self, replaces: bool) -> Result<(), SiteError> {
        match self {
            Self::NewPictures if replaces => Err(denied("Your role does not allow you to replace pictures and files.")),
            _ => Ok(()),
        }
    }

    /// Refuses what is no picture.
    pub(super) fn check_content(self, content: Content) -> Result<(), SiteError> {
        match (self, content) {
            (Self::NewPictures, Content::File(_)) => Err(denied("Your role allows you to add pictures alone.")),
            _ => Ok(()),
        }
    }

    /// Refuses to have something else said about what content shows.
    pub(super) async fn check_describing(self, tx: &TenantTx, asset: &Asset) -> Result<(), SiteError> {
        if self == Self::Anything || uses::of(tx, &asset.id).await?.is_empty() {
            return Ok(());
        }
        let message = "Pages show this picture too. Ask somebody who may change content to describe it.";
        Err(SiteError::Conflict(message.to_owned()))
    }
}

fn denied(message: &str) -> SiteError {
    Failure::new(ErrorCode::PermissionDenied, message).into()
}
