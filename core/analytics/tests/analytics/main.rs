//! Tests of the recorder against a database.
