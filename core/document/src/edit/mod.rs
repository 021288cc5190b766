//! Changing a draft by operations.
//!
//! An operation refers to elements by id and includes the former value, so it stays meaningful when someone else has
//! changed the draft in the meantime: [`Draft::apply`] adapts it to the present draft, applies it, and returns what was
//! applied, how to undo it, and what could not be applied.

mod apply;
mod changes;
mod columns;
mod diff;
mod draft;
mod elements;
mod join;
mod merge;
mod node;
mod op;
#[cfg(test)]
mod tests;

pub use apply::Applied;
pub use changes::{Change, ChangeKind, Subject};
pub use diff::difference;
pub use draft::Draft;
pub use join::join;
pub use op::{BlockPosition, Op, Remark, RemarkKind};
