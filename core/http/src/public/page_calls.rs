//! The page that a request asks for, and the language in which it asks.

use axum::extract::OptionalFromRequestParts;
use axum::http::Uri;
use axum::http::request::Parts;
use stoa_kernel::address::readable;
use stoa_kernel::language::is_known;
use stoa_kernel::{Action, Resource};
use stoa_render::{PageCall, PageLanguage};
use stoa_site::site_texts::SiteWording;

use crate::extract::{Contributor, Visitor};
use crate::named_cookie::NamedCookie;
use crate::problem::ApiResult;
use crate::state::AppState;

/// Query parameter with the language of the page that a form stands on. Pages in other languages than the primary one
/// add it to the addresses of their forms.
const LANGUAGE: &str = "language=";

/// Whether a request is by a contributor who may see languages that are not public yet: with an access token, or in a
/// browser with a pass. Asked for paths that name a language. `path` is the readable one of the request.
pub(super) async fn sees_drafts(parts: &mut Parts, state: &AppState, visitor: &Visitor, path: &str) -> ApiResult<bool> {
    if !names_language(path) {
        return Ok(false);
    }
    Ok(visitor.has_draft_pass().await? || is_contributor(parts, state, visitor).await)
}

/// Whether a request has the access token of a contributor who may see drafts.
pub(super) async fn is_contributor(parts: &mut Parts, state: &AppState, visitor: &Visitor) -> bool {
    let Ok(contributor) = <Contributor as OptionalFromRequestParts<AppState>>::from_request_parts(parts, state).await;
    contributor.is_some_and(|contributor| {
        let is_own = contributor.ctx.website() == visitor.ctx.website();
        is_own && contributor.ctx.authorise(Resource::Content, Action::Read).is_ok()
    })
}

/// Whether the first part of a path could be a language of a site.
fn names_language(path: &str) -> bool {
    path.trim_start_matches('/').split('/').next().is_some_and(is_known)
}

/// The address of a page in the language that the visitor has chosen.
pub(crate) async fn in_chosen_language(state: &AppState, visitor: &Visitor, address: &str) -> ApiResult<String> {
    let Some(tag) = visitor.language() else { return Ok(address.to_owned()) };
    let sees_drafts = visitor.has_draft_pass().await?;
    let found = state.renderer.language_of(&visitor.ctx, &visitor.db, &format!("/{tag}"), sees_drafts).await?;
    Ok(found.map_or_else(|| address.to_owned(), |found| found.language.address(address)))
}

/// The page request of a visitor for a path.
pub(crate) async fn page_call(state: &AppState, visitor: &Visitor, path: &str) -> ApiResult<PageCall> {
    let sees_drafts = visitor.has_draft_pass().await?;
    Ok(page_call_of(state, visitor, readable(path), "", sees_drafts).await?.call)
}

/// A page request, and the address of the page in its language, with the query string, if another one was requested.
pub(super) struct FoundCall {
    pub(super) call: PageCall,
    pub(super) moved_to: Option<String>,
}

/// The page request of a visitor for a readable path.
pub(super) async fn page_call_of(
    state: &AppState,
    visitor: &Visitor,
    path: String,
    query: &str,
    sees_drafts: bool,
) -> ApiResult<FoundCall> {
    let mut found = if names_language(&path) {
        state.renderer.language_of(&visitor.ctx, &visitor.db, &path, sees_drafts).await?
    } else {
        None
    };
    let query = found.as_mut().map_or_else(|| query.to_owned(), |found| found.with_query(query));
    let (language, path, moved_to) = match found {
        Some(found) => (Some(found.language), found.path, found.moved_to),
        None => (None, path, None),
    };
    let call = PageCall {
        path,
        query,
        language,
        origin: super::origin(state, visitor).await?,
        identifier: visitor.site.identifier.clone(),
        tokens: NamedCookie::tokens_of_pages(&visitor.cookies, visitor.is_secure),
        ..PageCall::default()
    };
    Ok(FoundCall { call, moved_to })
}

/// The language of the page that a form stands on; for forms that browsers send without scripts.
#[derive(Clone, Debug, Default)]
pub(crate) struct FormLanguage(Option<PageLanguage>);

impl FormLanguage {
    /// That of the form that a request sends or asks for.
    pub(crate) async fn of(state: &AppState, visitor: &Visitor, uri: &Uri) -> ApiResult<Self> {
        let mut pairs = uri.query().unwrap_or_default().split('&');
        Self::named(state, visitor, pairs.find_map(|pair| pair.strip_prefix(LANGUAGE))).await
    }

    /// The language with a tag, if visitors read the site in it.
    pub(crate) async fn named(state: &AppState, visitor: &Visitor, tag: Option<&str>) -> ApiResult<Self> {
        let Some(tag) = tag else { return Ok(Self::default()) };
        let sees_drafts = visitor.has_draft_pass().await?;
        let found = state.renderer.language_of(&visitor.ctx, &visitor.db, &format!("/{tag}"), sees_drafts).await?;
        Ok(Self(found.map(|found| found.language)))
    }

    /// Whether the form stands on a page in another language than the primary one.
    pub(crate) fn is_other(&self) -> bool {
        self.0.is_some()
    }

    /// Its BCP 47 tag; none for the primary language.
    pub(crate) fn tag(&self) -> Option<String> {
        self.0.as_ref().map(|language| language.tag.clone())
    }

    /// The address of a page in the language.
    pub(crate) fn address(&self, url: &str) -> String {
        self.0.as_ref().map_or_else(|| url.to_owned(), |language| language.address(url))
    }

    /// The address to which a form in the language is sent.
    pub(crate) fn action(&self, path: &str) -> String {
        self.0.as_ref().map_or_else(|| path.to_owned(), |language| format!("{path}?{LANGUAGE}{}", language.tag))
    }

    /// Texts in the language.
    pub(crate) async fn wording(&self, visitor: &Visitor) -> ApiResult<SiteWording> {
        Ok(match &self.0 {
            Some(language) => visitor.wording_in(&language.tag).await?,
            None => visitor.wording().await?,
        })
    }
}
