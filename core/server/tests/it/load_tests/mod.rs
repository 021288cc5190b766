//! Load tests: data for them.

mod seed;
