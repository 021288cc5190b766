//! Who reads a page that no theme renders: it is in the language of the site; on the platform, and while a site's data
//! cannot be read, in that of the browser.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::Response;
use stoa_kernel::ErrorCode;
use stoa_site::site_texts::{SiteWording, wording_of_site};
pub(crate) use stoa_web::plain_page::{BACK_SOON, CHECKOUT_BACK_SOON, Words, page, words};
use stoa_web::plain_page::{HTML, html, is_seen};

use crate::extract::{AcceptedLanguages, RequestedHost};
use crate::state::AppState;

/// How long the language of a site may take to read.
const PATIENCE: Duration = Duration::from_secs(2);

/// The reader of such a page: the site by its host name, and the language of the browser.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    host: RequestedHost,
    browser: AcceptedLanguages,
}

impl Reader {
    /// The reader of the response to a request with these headers.
    pub(crate) fn of(headers: &HeaderMap, uri: &Uri) -> Self {
        Self { host: RequestedHost::of(headers, uri), browser: AcceptedLanguages::of(headers) }
    }

    /// The reader of a request by a browser that shows the response to a person: it opens a page or sends a form.
    pub(crate) fn who_sees(headers: &HeaderMap, uri: &Uri) -> Option<Self> {
        is_seen(headers, uri).then(|| Self::of(headers, uri))
    }

    /// Texts of the site in its language, else those of the browser's language.
    pub(crate) async fn wording(&self, state: &AppState) -> SiteWording {
        match tokio::time::timeout(PATIENCE, Box::pin(self.site_wording(state))).await {
            Ok(Some(wording)) => wording,
            _ => SiteWording::usual(self.browser.catalogue().language()),
        }
    }

    /// Texts for the page of an error. Data that could not be reached are not read again.
    pub(crate) async fn wording_after(&self, state: &AppState, code: ErrorCode) -> SiteWording {
        match code {
            ErrorCode::Unavailable => SiteWording::usual(self.browser.catalogue().language()),
            _ => self.wording(state).await,
        }
    }

    async fn site_wording(&self, state: &AppState) -> Option<SiteWording> {
        if state.tenancy.databases.reach().is_away() {
            return None;
        }
        let site = state.tenancy.hosts.resolve(&self.host.name().0).await.ok()??;
        let tenant = state.tenancy.for_visitor(&site.website, None, "").await.ok()?;
        let tx = tenant.db.read().await.ok()?;
        wording_of_site(&tx).await.ok()
    }
}

/// The response with a page in place of its problem document. Its status and its other headers stay.
pub(crate) async fn in_place_of_problem(state: &AppState, reader: Option<&Reader>, response: Response) -> Response {
    let (Some(reader), Some(code)) = (reader, response.extensions().get::<ErrorCode>().copied()) else {
        return response;
    };
    let wording = reader.wording_after(state, code).await;
    let (mut parts, _) = response.into_parts();
    let wait = parts.headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(HTML));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(html(wording.texts(), words(code, wait))))
}
