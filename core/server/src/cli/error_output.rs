//! Error output of commands: one line, or one for each invalid value.

use std::error::Error;

use stoa_kernel::{Failure, FieldErrors};
use stoa_site::SiteError;
use stoa_tenancy::TenancyError;

/// The lines printed for an error.
pub fn error_messages(error: &anyhow::Error) -> Vec<String> {
    match error.chain().find_map(wrong_values).filter(|wrong| !wrong.is_empty()) {
        Some(wrong) => wrong.iter().map(|(field, message)| format!("{field}: {message}")).collect(),
        None => vec![format!("{error:#}")],
    }
}

/// The same error with fields named as on the command line; `names` are pairs of a field and its option.
pub fn with_option_names(error: anyhow::Error, names: &[(&str, &str)]) -> anyhow::Error {
    let Some(wrong) = error.chain().find_map(wrong_values) else { return error };
    let name_of =
        |field: &str| names.iter().find(|(known, _)| *known == field).map_or(field, |(_, name)| *name).to_owned();
    let wrong: FieldErrors = wrong.iter().map(|(field, message)| (name_of(field), message.clone())).collect();
    TenancyError::Invalid(wrong).into()
}

/// Fails with the problem of each invalid value; values are named as on the command line.
pub(crate) fn check_values<const N: usize>(values: [(&str, Option<String>); N]) -> anyhow::Result<()> {
    let wrong = values.into_iter().filter_map(|(name, problem)| Some((name.to_owned(), problem?)));
    let wrong: FieldErrors = wrong.collect();
    if wrong.is_empty() { Ok(()) } else { Err(TenancyError::Invalid(wrong).into()) }
}

fn wrong_values<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a FieldErrors> {
    let of_failure = |failure: &'a Failure| Some(&failure.fields).filter(|fields| !fields.is_empty());
    if let Some(failure) = error.downcast_ref::<Failure>() {
        return of_failure(failure);
    }
    match error.downcast_ref::<TenancyError>() {
        Some(TenancyError::Invalid(wrong)) => return Some(wrong),
        Some(TenancyError::Denied(failure)) => return of_failure(failure),
        _ => {}
    }
    match error.downcast_ref::<SiteError>() {
        Some(SiteError::Invalid(wrong)) => Some(wrong),
        _ => None,
    }
}
