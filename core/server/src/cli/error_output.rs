//! Error output of commands: one line, or one for each invalid value.

use std::error::Error;

use stoa_kernel::{Failure, FieldErrors};
use stoa_site::SiteError;
use stoa_tenancy::TenancyError;

/// The lines printed for an error.
pub(crate) fn error_messages(error: &anyhow::Error) -> Vec<String> {
    match error.chain().find_map(wrong_values).filter(|wrong| !wrong.is_empty()) {
        Some(wrong) => wrong.iter().map(|(field, message)| format!("{field}: {message}")).collect(),
        None => vec![format!("{error:#}")],
    }
}

/// The same error with fields named as on the command line; `names` are pairs of a field and its name there.
pub(crate) fn called(error: anyhow::Error, names: &[(&str, &str)]) -> anyhow::Error {
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

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    #[test]
    fn invalid_values_named_by_cli_option() {
        let wrong = |field: &str| FieldErrors::from([(field.to_owned(), "Not like this.".to_owned())]);
        let known = TenancyError::Invalid(wrong("owner"));
        let told = error_messages(&called(known.into(), &[("owner", "--owner")]));
        assert_eq!(told, ["--owner: Not like this."]);
        let behind = Err::<(), _>(SiteError::Invalid(wrong("title"))).context("the site was not created");
        assert_eq!(behind.map_err(|error| error_messages(&error)), Err(vec!["title: Not like this.".to_owned()]));
        let plain = anyhow::anyhow!("no room").context("nothing was created");
        assert_eq!(error_messages(&plain), ["nothing was created: no room"]);
    }
}
