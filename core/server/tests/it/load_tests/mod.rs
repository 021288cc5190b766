//! Load tests: who may start a run, what a run may do, what must hold after it, and its removal.

mod invariants;
mod removal;
mod run;
