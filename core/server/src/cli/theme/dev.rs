//! `stoa theme dev`: local server of sample pages, which re-renders them when a file is saved.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::Context as _;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use futures::Stream;
use stoa_http::public::pages::POLICY;
use stoa_render::theme::{SamplePage, ThemeEnvironment};
use stoa_site::themes::{BASE, Problem, Severity};
use tokio::net::TcpListener;
use tokio::sync::watch as channel;

use super::folder::{LoadedTheme, ThemePaths, problems};
use super::overlay;
use super::watch::Watch;
use crate::cli::serve::stop_signal;
use crate::cli::{say, say_error};
use crate::seed;

/// The theme as last saved.
struct SavedTheme {
    read: LoadedTheme,
    problems: Vec<Problem>,
}

/// State shared by the tasks.
struct DevState {
    environment: Arc<ThemeEnvironment>,
    /// The latest version, and the latest one without an error that prevents rendering.
    now: RwLock<(Arc<SavedTheme>, Option<Arc<SavedTheme>>)>,
    revision: channel::Sender<u64>,
}

/// Serves until the process is told to stop.
pub(super) async fn serve(
    environment: ThemeEnvironment,
    place: ThemePaths,
    read: LoadedTheme,
    port: u16,
) -> anyhow::Result<()> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let listener = TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address}; choose another port with --port"))?;
    let bound = listener.local_addr()?;
    let watch = Watch::new(place.watched());
    let environment = Arc::new(environment);
    let first = Arc::clone(&environment);
    let current = tokio::task::spawn_blocking(move || SavedTheme::of(&first, read)).await?;
    say(&format!("Theme {} on http://{bound}/", current.read.theme.name));
    current.announce();
    let good = current.renders_without_errors().then(|| Arc::clone(&current));
    let state = Arc::new(DevState { environment, now: RwLock::new((current, good)), revision: channel::channel(0).0 });
    let router = Router::new()
        .route(overlay::SCRIPT_PATH, get(script))
        .route(overlay::EVENTS_PATH, get(events))
        .route(overlay::PROBLEMS_PATH, get(list))
        .route("/themes/{theme}/{*path}", get(file))
        .route("/sample/{*path}", get(picture))
        .fallback(page)
        .with_state(Arc::clone(&state));
    // Browsers keep the event stream open: the server stops without waiting for them.
    tokio::select! {
        served = async { axum::serve(listener, router).await } => served?,
        () = follow(state, place, watch) => {}
        () = stop_signal() => {}
    }
    Ok(())
}

impl SavedTheme {
    fn of(environment: &ThemeEnvironment, read: LoadedTheme) -> Arc<Self> {
        let problems = problems(environment, &read);
        Arc::new(Self { read, problems })
    }

    fn renders_without_errors(&self) -> bool {
        !self.problems.iter().any(prevents_rendering)
    }

    fn announce(&self) {
        for problem in self.problems.iter().filter(|problem| problem.severity == Severity::Error) {
            say_error(&format!("{}: {}", super::check::location(problem), problem.message));
        }
        let errors = super::check::count(&self.problems, Severity::Error);
        say(&format!("  {errors} errors, {} other findings.", self.problems.len() - errors));
    }
}

/// Whether a problem prevents rendering. Features of the original form that Stoa does not support are left out, and the
/// rest is rendered.
fn prevents_rendering(problem: &Problem) -> bool {
    problem.severity == Severity::Error && !problem.code.starts_with("unsupported-")
}

impl DevState {
    fn now(&self) -> (Arc<SavedTheme>, Option<Arc<SavedTheme>>) {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn replace(&self, current: Arc<SavedTheme>) {
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        if current.renders_without_errors() {
            now.1 = Some(Arc::clone(&current));
        }
        now.0 = current;
        drop(now);
        self.revision.send_modify(|revision| *revision += 1);
    }

    fn draw(&self, path: &str) -> Response {
        let (current, good) = self.now();
        let shown = good.as_ref().filter(|_| !current.renders_without_errors()).unwrap_or(&current);
        let Some(page) = found(shown, path) else { return StatusCode::NOT_FOUND.into_response() };
        let drawn = self.environment.page(&shown.read.theme, &shown.read.samples, page);
        let blocking: Vec<&Problem> = current.problems.iter().filter(|problem| prevents_rendering(problem)).collect();
        let html = overlay::with(&drawn.html, &blocking, current.problems.len() - blocking.len());
        let status = StatusCode::from_u16(drawn.status).unwrap_or(StatusCode::OK);
        (status, policy(), Html(html)).into_response()
    }
}

fn found<'a>(current: &'a SavedTheme, path: &str) -> Option<&'a SamplePage> {
    let samples = &current.read.samples;
    samples.page(path).or_else(|| samples.not_found())
}

/// The content security policy of sites: what it blocks there is blocked here too.
fn policy() -> [(header::HeaderName, &'static str); 2] {
    [(header::CONTENT_SECURITY_POLICY, POLICY), (header::CACHE_CONTROL, "no-store")]
}

/// Reloads the theme whenever it is saved.
async fn follow(state: Arc<DevState>, place: ThemePaths, mut watch: Watch) {
    loop {
        watch.changed().await;
        let (environment, place) = (Arc::clone(&state.environment), place.clone());
        let read = tokio::task::spawn_blocking(move || {
            place.read(&environment).map(|read| SavedTheme::of(&environment, read))
        });
        match read.await {
            Ok(Ok(current)) => {
                say("The theme was saved.");
                current.announce();
                state.replace(current);
            }
            Ok(Err(error)) => say_error(&error.to_string()),
            Err(error) => say_error(&format!("the theme could not be rendered: {error}")),
        }
    }
}

async fn page(State(state): State<Arc<DevState>>, uri: Uri) -> Response {
    let path = uri.path().to_owned();
    let drawn = tokio::task::spawn_blocking(move || state.draw(&path)).await;
    drawn.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

async fn list(State(state): State<Arc<DevState>>) -> impl IntoResponse {
    let (current, _) = state.now();
    (policy(), Html(overlay::page(&current.read.theme.name, &current.problems)))
}

async fn script() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "no-store")], overlay::SCRIPT)
}

async fn events(State(state): State<Arc<DevState>>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let changes = futures::stream::unfold(state.revision.subscribe(), |mut revision| async move {
        revision.changed().await.ok()?;
        let number = *revision.borrow_and_update();
        Some((Ok(Event::default().event("change").data(number.to_string())), revision))
    });
    Sse::new(changes).keep_alive(KeepAlive::default())
}

async fn file(State(state): State<Arc<DevState>>, Path((theme, path)): Path<(String, String)>) -> Response {
    let (current, _) = state.now();
    let own = &current.read.theme;
    let found = match theme == own.name {
        true => own.files.get(&path).cloned(),
        false => state.environment.library().file(BASE, &path).filter(|_| theme == BASE).cloned(),
    };
    match found {
        Some(file) => served(file.bytes, &file.mime_type),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn picture(State(state): State<Arc<DevState>>, Path(path): Path<String>) -> Response {
    let (current, _) = state.now();
    let bytes = current.read.pictures.get(&path).cloned().or_else(|| seed::sample_image(&path));
    match bytes {
        Some(bytes) => served(bytes, mime_type(&path)),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn mime_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "webp" => "image/webp",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "svg" => "image/svg+xml",
        "gif" => "image/gif",
        "avif" => "image/avif",
        _ => "application/octet-stream",
    }
}

fn served(bytes: Bytes, mime_type: &str) -> Response {
    ([(header::CONTENT_TYPE, mime_type), (header::CACHE_CONTROL, "no-store")], bytes).into_response()
}
