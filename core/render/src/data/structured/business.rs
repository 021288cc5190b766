//! The business behind a site, as far as the owner has entered it.

use serde_json::{Value, json};
use stoa_kernel::content::{CollectionKind, PageAccess};
use stoa_site::content::Collection;

use super::{CONTEXT, Described};

impl Described<'_> {
    fn is_home(&self) -> bool {
        self.data.get("page").and_then(|page| page.get("isHome")) == Some(&Value::Bool(true))
    }

    /// Its id, which is the same in all languages of the site.
    fn organization(&self) -> String {
        format!("{}/#organization", self.known.call.origin)
    }

    pub(super) fn site(&self) -> Option<Value> {
        let name = self.text("website/siteTitle");
        self.is_home().then(|| {
            json!({
                "@context": CONTEXT,
                "@type": "WebSite",
                "name": name,
                "url": self.address("/"),
                "publisher": {"@id": self.organization()},
            })
        })
    }

    pub(super) fn business(&self) -> Option<Value> {
        if !self.is_home() {
            return None;
        }
        let sells = self.known.collections.iter().any(|page| page.kind == CollectionKind::Store);
        let mut business = json!({
            "@context": CONTEXT,
            "@type": if sells { "OnlineStore" } else { "Organization" },
            "@id": self.organization(),
            "name": self.text("website/siteTitle"),
            "url": self.address("/"),
        });
        let logo = self.data.get("website").and_then(|website| website.get("logoAsset"));
        let said = [
            ("description", self.said("website/siteDescription")),
            ("logo", logo.and_then(|logo| self.picture(logo)).map(Value::from)),
            ("address", self.postal_address()),
            ("sameAs", self.profiles()),
            ("hasMerchantReturnPolicy", self.return_policy().filter(|_| sells)),
        ];
        if let Some(business) = business.as_object_mut() {
            business.extend(said.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        }
        Some(business)
    }

    fn said(&self, path: &str) -> Option<Value> {
        Some(self.text(path)).filter(|text| !text.is_empty()).map(Value::from)
    }

    /// The address lines of the owner, without knowing which one has the town.
    fn postal_address(&self) -> Option<Value> {
        let lines = ["website/location/addressLine1", "website/location/addressLine2"].map(|path| self.text(path));
        let street = lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join(", ");
        if street.is_empty() {
            return None;
        }
        let mut address = json!({"@type": "PostalAddress", "streetAddress": street});
        let said = [
            ("name", self.said("website/location/addressTitle")),
            ("addressCountry", self.said("website/location/addressCountry")),
        ];
        if let Some(address) = address.as_object_mut() {
            address.extend(said.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        }
        Some(address)
    }

    fn profiles(&self) -> Option<Value> {
        let accounts = self.data.get("website")?.get("socialAccounts")?.as_array()?;
        let profiles: Vec<&str> = accounts.iter().filter_map(|account| account.get("profileUrl")?.as_str()).collect();
        (!profiles.is_empty()).then(|| json!(profiles))
    }

    /// The store's return policy: a public page with such a name.
    pub(super) fn return_policy(&self) -> Option<Value> {
        let page = self.known.collections.iter().find(|page| find_return_policy(page))?;
        Some(json!({"@type": "MerchantReturnPolicy", "merchantReturnLink": self.address(&page.full_url)}))
    }
}

fn find_return_policy(page: &Collection) -> bool {
    page.kind == CollectionKind::Page && page.settings.access == PageAccess::Public && is_of_returns(&page.url_id)
}

/// Whether a slug is that of a return policy, such as `return-policy` or `shipping-and-returns`.
fn is_of_returns(url_id: &str) -> bool {
    let has = |word: &str| url_id.split('-').any(|part| part == word);
    has("returns") || has("refunds") || (has("policy") && (has("return") || has("refund")))
}

#[cfg(test)]
mod tests {
    use super::is_of_returns;

    #[test]
    fn return_policy_page_by_url() {
        for (url_id, expected) in [
            ("returns", true),
            ("shipping-and-returns", true),
            ("refund-policy", true),
            ("return-to-form", false),
            ("privacy-policy", false),
        ] {
            assert_eq!(is_of_returns(url_id), expected, "{url_id}");
        }
    }
}
