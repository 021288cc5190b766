//! A page that is drawn again and again while somebody edits it, far from the database.
//!
//! The server sends a [`PageMaterial`] once. Everything that the pure rules can say is drawn from it;
//! what only the server knows (what a newly chosen store holds, what a plugin draws, whether a text is
//! clean) is asked for as [`Questions`], and the page shows what it last knew until [`Answers`] come.

mod calls;
mod kinds;
mod knowledge;
mod material;
mod page;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub use material::{
    AnsweredBlock, AnsweredCall, Answers, KindSheet, Outcome, PageMaterial, PluginCall, PluginWords, Questions,
};
pub use page::{Edit, LivePage, Shown};
