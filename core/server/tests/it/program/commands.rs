//! What commands tell of errors.

use anyhow::Context as _;
use stoa_kernel::FieldErrors;
use stoa_server::cli::error_output::{error_messages, with_option_names};
use stoa_site::SiteError;
use stoa_tenancy::TenancyError;

#[test]
fn invalid_values_named_by_cli_option() {
    let wrong = |field: &str| FieldErrors::from([(field.to_owned(), "Not like this.".to_owned())]);
    let known = TenancyError::Invalid(wrong("owner"));
    let told = error_messages(&with_option_names(known.into(), &[("owner", "--owner")]));
    assert_eq!(told, ["--owner: Not like this."]);
    let behind = Err::<(), _>(SiteError::Invalid(wrong("title"))).context("the site was not created");
    assert_eq!(behind.map_err(|error| error_messages(&error)), Err(vec!["title: Not like this.".to_owned()]));
    let plain = anyhow::anyhow!("no room").context("nothing was created");
    assert_eq!(error_messages(&plain), ["nothing was created: no room"]);
}
