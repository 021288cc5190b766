//! What visitors write into the forms of a site.

mod answer;
mod form;
mod service;

pub use form::{Form, FormField, MAX_ANSWERS_BYTES};
pub use service::{Answer, NewSubmission, Submission, issue_key, list, save, validate};
