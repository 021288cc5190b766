//! A single compilation: creates a JavaScript engine, runs the script, and drops the engine.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, RandomState};
use std::rc::Rc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use memchr::memmem;
use rquickjs::context::intrinsic::{Date, Eval, Json, MapSet, Promise, RegExp, RegExpCompiler};
use rquickjs::{Context, Ctx, Function, Object, Runtime};
use rustix::time::{ClockId, clock_gettime};
use serde::Deserialize;

use crate::error::SourcePosition;
use crate::{CSS_BYTES, Css, DEPTH, ErrorKind, LEFT_OUT, LessError, MEMORY, RemovedImport, Sheet, TIME};

/// The compiler script, built by `npm run build` in `script/`; `cargo xtask` does that where it is needed.
const SCRIPT: &str = include_str!("../script/dist/compiler.js");
/// Extra memory and time to find out the source position of a compilation that hit a limit.
const FAREWELL_BYTES: usize = 8 * 1024 * 1024;
const FAREWELL_TIME: Duration = Duration::from_secs(1);
/// Allocated bytes between two garbage collections of the engine.
const GC_BYTES: usize = 16 * 1024 * 1024;

type Intrinsics = (Date, Eval, Json, MapSet, Promise, RegExp, RegExpCompiler);

/// Interrupts the engine when the thread has used up its processor time.
#[derive(Clone, Default)]
struct Deadline {
    until: Rc<Cell<Duration>>,
    reached: Rc<Cell<bool>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EngineResponse {
    css: Option<String>,
    #[serde(default)]
    left_out: Vec<RemovedImport>,
    #[serde(default)]
    message: String,
    #[serde(flatten)]
    place: SourcePosition,
}

/// Compiles on the current thread, whose stack must be larger than [`DEPTH`].
pub(crate) fn run(files: BTreeMap<String, Bytes>, sheets: &[Sheet]) -> Result<Css, LessError> {
    let mark = mark(&files);
    let deadline = Deadline::default();
    deadline.set(TIME);
    let runtime = Runtime::new().map_err(LessError::broken)?;
    runtime.set_memory_limit(MEMORY);
    runtime.set_max_stack_size(DEPTH);
    runtime.set_gc_threshold(GC_BYTES);
    let handler = deadline.clone();
    runtime.set_interrupt_handler(Some(Box::new(move || handler.is_reached())));
    let context = Context::custom::<Intrinsics>(&runtime).map_err(LessError::broken)?;
    let answer = context.with(|ctx| compile(&ctx, files, sheets, &mark).map_err(|error| engine_message(&ctx, &error)));
    let message = match answer {
        Ok(EngineResponse { css: Some(css), mut left_out, .. }) => {
            left_out.truncate(LEFT_OUT);
            if css.len() > CSS_BYTES {
                return Err(LessError::limit(ErrorKind::Size, SourcePosition::default()));
            }
            return Ok(Css { sheets: split_by_marker(&css, &mark, sheets.len()), left_out });
        }
        Ok(EngineResponse { message, place, .. }) => match limit(&deadline, &message) {
            Some(_) => message,
            None => return Err(LessError::new(ErrorKind::Source, place, sentence(&message))),
        },
        Err(message) => message,
    };
    let Some(kind) = limit(&deadline, &message) else { return Err(LessError::broken(message)) };
    deadline.set(FAREWELL_TIME);
    runtime.set_memory_limit(MEMORY + FAREWELL_BYTES);
    Err(LessError::limit(kind, context.with(|ctx| interrupted_position(&ctx))))
}

impl Deadline {
    fn set(&self, from_now: Duration) {
        self.until.set(taken() + from_now);
        self.reached.set(false);
    }

    fn is_reached(&self) -> bool {
        let is_reached = taken() >= self.until.get();
        self.reached.set(is_reached);
        is_reached
    }
}

/// Processor time of this thread, so that load on the machine makes no difference.
fn taken() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// The limit that ended a run; none if it ended for another reason.
fn limit(deadline: &Deadline, message: &str) -> Option<ErrorKind> {
    if deadline.reached.get() {
        Some(ErrorKind::Time)
    } else if message.contains("out of memory") || message.ends_with("of null") {
        // Without memory for an exception, null is thrown, and the compiler's handlers fail when they read its
        // properties.
        Some(ErrorKind::Memory)
    } else if message.contains("call stack size exceeded") || message.contains("stack overflow") {
        Some(ErrorKind::Depth)
    } else {
        None
    }
}

fn compile(
    ctx: &Ctx<'_>,
    files: BTreeMap<String, Bytes>,
    sheets: &[Sheet],
    mark: &str,
) -> rquickjs::Result<EngineResponse> {
    let files = Rc::new(files);
    let host = Object::new(ctx.clone())?;
    let texts = Rc::clone(&files);
    let text = move |path: String| texts.get(&path).and_then(|bytes| String::from_utf8(bytes.to_vec()).ok());
    let base64 = move |path: String| files.get(&path).map(|bytes| STANDARD.encode(bytes));
    let mime = |path: String| mime_guess::from_path(path).first_or_octet_stream().to_string();
    host.set("text", Function::new(ctx.clone(), text)?)?;
    host.set("base64", Function::new(ctx.clone(), base64)?)?;
    host.set("mime", Function::new(ctx.clone(), mime)?)?;
    ctx.globals().set("host", host)?;
    ctx.eval::<(), _>(SCRIPT)?;
    let sheets: Vec<_> =
        sheets.iter().map(|sheet| serde_json::json!({"path": sheet.path, "asWritten": sheet.as_written})).collect();
    let task = serde_json::json!({"mark": mark, "sheets": sheets}).to_string();
    let answer: String = script(ctx)?.get::<_, Function<'_>>("compile")?.call((task,))?;
    serde_json::from_str(&answer)
        .map_err(|error| rquickjs::Error::new_from_js_message("string", "answer", error.to_string()))
}

fn script<'js>(ctx: &Ctx<'js>) -> rquickjs::Result<Object<'js>> {
    ctx.globals().get("stylesheets")
}

/// The source position where the compilation was interrupted.
fn interrupted_position(ctx: &Ctx<'_>) -> SourcePosition {
    let asked = script(ctx).and_then(|script| script.get::<_, Function<'_>>("whereabouts")?.call::<_, String>(()));
    asked.ok().and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default()
}

fn engine_message(ctx: &Ctx<'_>, error: &rquickjs::Error) -> String {
    if !error.is_exception() {
        return error.to_string();
    }
    let thrown = ctx.catch();
    match thrown.as_exception().and_then(|exception| exception.message()) {
        Some(message) => message,
        // Null, thrown if there is no memory left for an exception.
        None => "out of memory".to_owned(),
    }
}

/// A marker that occurs in no file. It is random, so that the author of the files can neither guess it nor make the
/// loop run for long.
fn mark(files: &BTreeMap<String, Bytes>) -> String {
    loop {
        let mark = format!("sheet-{:016x}-", RandomState::new().hash_one(()));
        if files.values().all(|bytes| memmem::find(bytes, mark.as_bytes()).is_none()) {
            return mark;
        }
    }
}

/// Splits the output into the CSS of each sheet. What the compiler puts at the start of the output (`@import`,
/// `@charset`) goes to the first sheet.
fn split_by_marker(css: &str, mark: &str, count: usize) -> Vec<String> {
    let mut sheets = Vec::with_capacity(count);
    let mut rest = css;
    let mut before = String::new();
    for index in 0..count {
        let Some((own, behind)) = rest.split_once(&format!("/*!{mark}{index}*/")) else { break };
        match index {
            0 => own.clone_into(&mut before),
            _ => sheets.push(std::mem::take(&mut before) + own),
        }
        rest = behind.strip_prefix('\n').unwrap_or(behind);
    }
    sheets.push(before + rest);
    sheets.resize(count, String::new());
    sheets
}

/// A message with a capital letter and a full stop.
fn sentence(message: &str) -> String {
    let message = message.trim().trim_end_matches(',');
    let mut letters = message.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let end = if message.ends_with(['.', '?', '!']) { "" } else { "." };
    first + letters.as_str() + end
}
