//! What authors of plugins need, outside this repository: a new project, its build, checks with file and line, tests in
//! the plugin host, and a signed package. The commands `stoa plugin …` call this crate and print what it returns.
//!
//! Start at [`create`], then [`build`], [`check`], [`test`] and [`pack`]; [`open`] reads a package that may come from
//! anyone. [`build_for_dev`], [`pack_for_dev`] and [`dev`] are for a demo site that shows what is saved. The compiler
//! and the encoding of components are in `stoa-plugin-build`; the plugin host runs plugins.

mod build;
mod check;
pub mod dev;
mod error;
mod files;
mod index;
mod javascript;
mod kept;
mod key;
mod kind;
mod kit;
mod layout;
mod loader;
mod locate;
mod package;
mod permissions;
mod project;
mod sdk;

pub use build::{Built, Messages, WithoutCompiler, build, build_for_dev, build_telling};
pub use check::{Finding, Report, Severity, check, check_for_dev};
pub use error::AuthorError;
pub use index::{
    INDEX_FILE, Index, IndexEntry, IndexError, IndexReport, IndexVersion, MAX_INDEX, Published, check_index,
    create_index, publish, read_index, withdraw,
};
pub use key::{PublicKey, SigningKey};
pub use kind::{Kind, Language};
pub use kit::{BenchReport, BenchedCall, Outcome, TestReport, Times, bench, test};
pub use layout::require_project;
pub use package::{Package, PackageError, PackedFile, open, pack, pack_for_dev};
pub use permissions::in_words;
pub use project::{add_script, create};
