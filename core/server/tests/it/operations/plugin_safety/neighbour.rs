//! A site that is asked for a page all the time.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::task::JoinHandle;

use crate::app::App;

/// Between two pages.
const PAUSE: Duration = Duration::from_millis(2);

#[derive(Default)]
struct Measurements {
    times: Vec<Duration>,
    wrong: Vec<String>,
}

/// Visits of the yen shop.
pub(super) struct Neighbour {
    seen: Arc<Mutex<Measurements>>,
    task: JoinHandle<()>,
}

impl Neighbour {
    /// Begins to ask for a page that is drawn for each visit.
    pub(super) fn begin(app: &App) -> Self {
        let seen = Arc::new(Mutex::new(Measurements::default()));
        let kept = Arc::clone(&seen);
        let mut visitor = app.kissaten();
        let task = tokio::spawn(async move {
            loop {
                let begun = Instant::now();
                let answer = visitor.get("/cart").await;
                let took = begun.elapsed();
                let wrong = match answer {
                    Ok(page) if page.status == 200 && page.text.trim_end().ends_with("</html>") => None,
                    Ok(page) => Some(format!("status {}", page.status)),
                    Err(error) => Some(format!("{error:#}")),
                };
                {
                    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                    kept.times.push(took);
                    kept.wrong.extend(wrong);
                }
                tokio::time::sleep(PAUSE).await;
            }
        });
        Self { seen, task }
    }

    /// How many pages there were since the times were taken last.
    pub(super) fn count(&self) -> usize {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).times.len()
    }

    /// The times of the pages since this was called last. Fails if one was not whole.
    pub(super) fn take(&self) -> Result<Vec<Duration>> {
        let seen = std::mem::take(&mut *self.seen.lock().unwrap_or_else(PoisonError::into_inner));
        ensure!(seen.wrong.is_empty(), "the neighbour had no page: {:?}", seen.wrong);
        Ok(seen.times)
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        self.task.abort();
    }
}
