//! Checks the query plans for submissions: indexes are used, on a site with enough rows for that to matter.

use sea_orm::ActiveValue::Set;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::submission;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::forms::{ContentSource, SubmissionFolder};
use stoa_kernel::id::SubmissionId;
use stoa_testkit::{Postgres, TestSite};

use super::answer::Answer;
use super::inbox::{SubmissionFilter, behind, wanted};

const ANSWERS: i64 = 6_000;
const FORMS: i64 = 12;

fn row(number: i64) -> submission::ActiveModel {
    let text = |text: &str| Set(text.to_owned());
    let answer = Answer {
        field: "said".to_owned(),
        kind: "text".to_owned(),
        label: "Said".to_owned(),
        value: "Something long. ".repeat(20),
        choices: Vec::new(),
    };
    submission::ActiveModel {
        id: Set(SubmissionId::generate()),
        form_id: Set(format!("form-{}", number % FORMS)),
        page_id: text("col_1"),
        page_title: text("Contact"),
        page_path: text("/contact"),
        content_source: Set(ContentSource::Collection),
        answers: Set(JsonOf(vec![answer])),
        created_on: Set(Timestamp::from_ms(number)),
        folder: Set(if number % 10 == 0 { SubmissionFolder::Spam } else { SubmissionFolder::Inbox }),
        starred: Set(number % 300 == 1),
        read_on: Set((number % 2 == 0).then_some(Timestamp::from_ms(number))),
        captcha: Set(false),
        spam_signs: text(""),
        searched: Set("something long. ".repeat(20)),
        ..Default::default()
    }
}

async fn fill(site: &TestSite) -> anyhow::Result<String> {
    let tx = site.db.write().await?;
    let rows: Vec<submission::ActiveModel> = (0..ANSWERS).map(row).collect();
    for part in rows.chunks(500) {
        tx.insert_many(part.to_vec()).await?;
    }
    let first = wanted(&tx, "form-1", &SubmissionFilter::default()).limit(25).all().await?;
    let last = first.last().map(|row| row.id.to_string()).unwrap_or_default();
    tx.commit().await?;
    site.analyse().await?;
    Ok(last)
}

/// Whether a step of a plan scans a whole table or sorts all rows found.
fn scans_everything(step: &str) -> bool {
    let scans = step.contains("Seq Scan") || (step.contains("SCAN") && !step.contains("INDEX"));
    let sorts =
        step.contains("TEMP B-TREE FOR ORDER BY") || (step.contains("Sort  (") && !step.contains("Incremental"));
    scans || sorts
}

async fn check(site: &TestSite) -> anyhow::Result<()> {
    let last = fill(site).await?;
    let tx = site.db.read().await?;
    let all = SubmissionFilter::default;
    let words = "nothing of the kind".to_owned();
    for (filter, is_narrow) in [
        (all(), false),
        (SubmissionFilter { folder: SubmissionFolder::Spam, ..all() }, false),
        (SubmissionFilter { starred: true, ..all() }, true),
        (SubmissionFilter { search: words, ..all() }, true),
    ] {
        for cursor in [None, Some(last.as_str())] {
            let find = behind(wanted(&tx, "form-1", &filter), cursor).limit(26);
            let plan = find.plan(&[submission::Column::Id, submission::Column::Answers]).await?;
            // Sorting is acceptable for the few rows found through an index.
            let is_slow = |step: &String| scans_everything(step) && !(is_narrow && step.contains("Sort"));
            assert!(!plan.iter().any(is_slow), "{filter:?} behind {cursor:?}: {plan:#?}");
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn submission_search_uses_index_on_sqlite() -> anyhow::Result<()> {
    check(&TestSite::new().await?).await
}

#[tokio::test(flavor = "multi_thread")]
async fn submission_search_uses_index_on_postgres() -> anyhow::Result<()> {
    check(&TestSite::on_postgres(&Postgres::start()?).await?).await
}
