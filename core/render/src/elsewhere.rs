//! Addresses that answer nothing themselves and lead elsewhere.

use stoa_commerce::{CommerceError, catalogue};
use stoa_entity::{TenantDb, TenantTx};
use stoa_site::content::{self, CollectionKind, FolderBehavior};
use stoa_site::{navigation, redirects, settings};

use crate::RenderError;
use crate::renderer::{PageAnswer, PageCall};
use crate::resolve::Address;

const FOR_GOOD: u16 = 301;
const FOR_NOW: u16 = 302;

/// Where an address leads that has no page: a folder to its first page, the former address of a product to its
/// present one, a redirect to its target.
pub(crate) async fn elsewhere(
    db: &TenantDb,
    address: &Address,
    call: &PageCall,
) -> Result<Option<PageAnswer>, RenderError> {
    let tx = db.read().await?;
    let found = if let Some(first) = first_of_folder(&tx, address).await? {
        Some((first, false))
    } else if let Some(moved) = moved_product(&tx, address).await? {
        Some((moved, true))
    } else {
        redirects::target(&tx, &call.path).await?
    };
    Ok(found.map(|(target, permanent)| {
        let target = with_query(target, &call.query);
        let status = if permanent { FOR_GOOD } else { FOR_NOW };
        PageAnswer { status, redirect: Some(target), ..PageAnswer::default() }
    }))
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

/// Where the product is now that an address of a store stood for before.
async fn moved_product(tx: &TenantTx, address: &Address) -> Result<Option<String>, RenderError> {
    let Address::Below(top, below) = address else { return Ok(None) };
    let Some(collection) = content::by_url(tx, top).await? else { return Ok(None) };
    match catalogue::item_by_former_url(tx, &collection.id, below).await {
        Ok(item) => Ok(Some(item.full_url)),
        Err(CommerceError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Takes along what was asked, unless the target asks for something itself.
fn with_query(target: String, query: &str) -> String {
    if query.is_empty() || target.contains(['?', '#']) { target } else { format!("{target}?{query}") }
}

#[cfg(test)]
mod tests {
    use super::with_query;

    #[test]
    fn what_was_asked_is_taken_along() {
        assert_eq!(with_query("/new".to_owned(), "a=1"), "/new?a=1");
        assert_eq!(with_query("/new?b=2".to_owned(), "a=1"), "/new?b=2");
        assert_eq!(with_query("/new".to_owned(), ""), "/new");
    }
}
