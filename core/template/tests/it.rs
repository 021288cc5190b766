//! Tests of the template language through its public face.

mod corpus;
mod language;
