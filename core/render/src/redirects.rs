//! Redirects: URLs without a page of their own.

use stoa_commerce::{CommerceError, catalogue};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::content::CollectionKind;
use stoa_site::content::{self, FolderBehavior};
use stoa_site::{navigation, redirects, settings};

use crate::RenderError;
use crate::page_call::{PageCall, PageResponse};
use crate::resolve::Address;

const PERMANENT_REDIRECT: u16 = 301;
const TEMPORARY_REDIRECT: u16 = 302;

/// The redirect of a URL without a page: a folder to its first page, a former product URL to the current one, a
/// configured redirect to its target. Redirects can also name an address with the prefix of its language.
pub(crate) async fn elsewhere(
    db: &TenantDb,
    address: &Address,
    call: &PageCall,
) -> Result<Option<PageResponse>, RenderError> {
    let tx = db.read().await?;
    if let Some((target, permanent)) = of_language(&tx, call).await? {
        // It names its whole address: the same page in another language may be meant.
        return Ok(Some(response(target, permanent, call)));
    }
    let found = if let Some(first) = first_of_folder(&tx, address).await? {
        Some((first, false))
    } else if let Some(moved) = moved_product(&tx, address).await? {
        Some((moved, true))
    } else {
        redirects::target(&tx, &call.path).await?
    };
    Ok(found.map(|(target, permanent)| response(call.address(&target), permanent, call)))
}

fn response(target: String, permanent: bool, call: &PageCall) -> PageResponse {
    let status = if permanent { PERMANENT_REDIRECT } else { TEMPORARY_REDIRECT };
    PageResponse { status, redirect: Some(with_query(target, &call.query)), ..PageResponse::default() }
}

/// The redirect of an address with the prefix of its language, with the words of the language or of the primary one.
async fn of_language(tx: &TenantTx, call: &PageCall) -> Result<Option<(String, bool)>, RenderError> {
    let Some(language) = &call.language else { return Ok(None) };
    let own = language.words.local(&call.path);
    let found = redirects::target(tx, &format!("{}{own}", language.prefix)).await?;
    if found.is_some() || own == call.path {
        return Ok(found);
    }
    Ok(redirects::target(tx, &format!("{}{}", language.prefix, call.path)).await?)
}

async fn first_of_folder(tx: &TenantTx, address: &Address) -> Result<Option<String>, RenderError> {
    let Address::Top(url_id) = address else { return Ok(None) };
    let folder = content::by_url(tx, url_id).await?.filter(|found| found.kind == CollectionKind::Folder);
    let Some(folder) = folder.filter(|folder| folder.settings.folder_behavior == FolderBehavior::Redirect) else {
        return Ok(None);
    };
    let site = settings::site_row(tx).await?;
    let collections = content::collections(tx).await?;
    let links = navigation::in_folder(&[&site.main_navigation, &site.footer_navigation], &folder, &collections);
    Ok(links.into_iter().map(|link| link.url).find(|url| !url.is_empty()))
}

/// The current URL of a product for a former one.
async fn moved_product(tx: &TenantTx, address: &Address) -> Result<Option<String>, RenderError> {
    let Address::Below(top, below) = address else { return Ok(None) };
    let Some(collection) = content::by_url(tx, top).await? else { return Ok(None) };
    match catalogue::item_by_former_url(tx, &collection.id, below).await {
        Ok(item) => Ok(Some(item.full_url)),
        Err(CommerceError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Keeps the query string, unless the target has one.
fn with_query(target: String, query: &str) -> String {
    if query.is_empty() || target.contains(['?', '#']) { target } else { format!("{target}?{query}") }
}

#[cfg(test)]
mod tests {
    use super::with_query;

    #[test]
    fn redirect_keeps_query_string() {
        assert_eq!(with_query("/new".to_owned(), "a=1"), "/new?a=1");
        assert_eq!(with_query("/new?b=2".to_owned(), "a=1"), "/new?b=2");
        assert_eq!(with_query("/new".to_owned(), ""), "/new");
    }
}
