//! Changing a draft by operations.
//!
//! An operation names what it changes by id and says what stood there before, so it still means the same when somebody
//! else has changed the draft meanwhile: [`Draft::apply`] fits it to the draft as it stands, changes the draft, and
//! gives back what was really done, what takes it back, and what could not be kept.

mod apply;
mod changes;
mod columns;
mod diff;
mod draft;
mod join;
mod merge;
mod node;
mod op;
mod place;
#[cfg(test)]
mod tests;

pub use apply::Applied;
pub use changes::{Change, ChangeKind, Subject};
pub use diff::difference;
pub use draft::Draft;
pub use join::join;
pub use op::{Op, Place, Remark, RemarkKind};
