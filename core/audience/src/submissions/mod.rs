//! Submissions of the forms on a site.

mod answer;
mod captcha;
mod export;
mod field;
mod file_rules;
mod file_uploads;
mod files;
mod find;
mod form;
mod form_list;
mod inbox;
#[cfg(test)]
mod query_plans;
mod service;
mod spam;
mod template;
mod translated;

pub use answer::Answer;
pub(crate) use captcha::{Solution, confirm};
pub use export::{Export, export};
pub use field::FormField;
pub use file_rules::FileRules;
pub use file_uploads::{FileContent, NewFormFile, receive};
pub use files::{
    AnswerFile, FormFile, FormFileIds, OpenedFormFile, delete_expired_files, files, next_deletion, open_file,
};
pub(crate) use files::{detach, files_of};
pub use form::{Form, FormSettings, MAX_ANSWERS_BYTES};
pub use form_list::{FormSummary, check_unused, forms};
pub use inbox::{Submission, SubmissionChange, SubmissionFilter, SubmissionIds, change, detail, list, remove};
pub(crate) use service::consume_key;
pub use service::{NewSubmission, issue_key, save, validate};
pub use spam::SubmissionSignals;
pub(crate) use spam::signs_in;
pub use template::{FormTemplate, TemplateField, form_template};
