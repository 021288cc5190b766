//! Counts the SQL statements of a request. Connection pools report each statement with [`note`], in the task that runs
//! it. Statements of spawned tasks belong to no request, unless their work is [`carried`] there. The beginning and end
//! of transactions are not reported.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

tokio::task_local! {
    static COUNT: Arc<AtomicU32>;
    static RECORD: Arc<Mutex<Vec<String>>>;
}

/// Reports a statement that was run.
pub fn note(sql: &str) {
    // Outside of requests nothing is counted.
    let _ = COUNT.try_with(|count| count.fetch_add(1, Ordering::Relaxed));
    let _ = RECORD.try_with(|record| record.lock().unwrap_or_else(PoisonError::into_inner).push(sql.to_owned()));
}

/// Runs work and counts its statements.
pub async fn counted<F: Future>(work: F) -> (F::Output, u32) {
    let count = Arc::new(AtomicU32::new(0));
    let done = COUNT.scope(Arc::clone(&count), work).await;
    (done, count.load(Ordering::Relaxed))
}

/// Work of the current request for a task of its own.
pub fn carried<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let (count, record) = (COUNT.try_with(Arc::clone).ok(), RECORD.try_with(Arc::clone).ok());
    let counted = COUNT.scope(count.unwrap_or_default(), work);
    async move {
        match record {
            Some(record) => RECORD.scope(record, counted).await,
            None => counted.await,
        }
    }
}

/// Runs work and returns the text of its statements: for tests.
pub async fn recorded<F: Future>(work: F) -> (F::Output, Vec<String>) {
    let record = Arc::new(Mutex::new(Vec::new()));
    let done = RECORD.scope(Arc::clone(&record), work).await;
    let texts = std::mem::take(&mut *record.lock().unwrap_or_else(PoisonError::into_inner));
    (done, texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn statements_belong_to_the_work_that_runs_them() {
        note("SELECT 0");
        let ((_, inner), texts) = recorded(async {
            note("SELECT 1");
            counted(async {
                note("SELECT 2");
                note("SELECT 3");
            })
            .await
        })
        .await;
        assert_eq!((inner, texts.len()), (2, 3));
    }

    #[tokio::test]
    async fn statements_of_carried_work_belong_to_the_request() {
        let ((_, inner), texts) = recorded(counted(async {
            tokio::spawn(carried(async { note("SELECT 1") })).await.unwrap();
            tokio::spawn(async { note("SELECT 2") }).await.unwrap();
        }))
        .await;
        assert_eq!((inner, texts), (1, vec!["SELECT 1".to_owned()]));
    }
}
