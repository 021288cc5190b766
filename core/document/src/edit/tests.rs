//! Property tests: any operations, in any order, by any number of editors.

use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::{collection, option, prop_assert, prop_assert_eq, proptest};
use serde_json::{Map, Value, json};

use super::{BlockPosition, Draft, Op, RemarkKind, difference, join};
use crate::devices::Devices;
use crate::languages::ShownIn;
use crate::tree::{Block, Column, Document, Row, Section, SectionSettings};

fn block(id: String) -> Block {
    let settings =
        Map::from_iter([("html".to_owned(), json!("<p>some words here</p>")), ("look".to_owned(), json!({"size": 1}))]);
    Block { id, kind: "text".to_owned(), settings, devices: Box::default(), languages: ShownIn::default() }
}

/// Sections `s…` of rows `r…` of columns of blocks `b…`, numbered consecutively so that ids are unique.
fn drafts() -> impl Strategy<Value = Draft> {
    let columns = collection::vec((1_u32..=12, 0_usize..4), 1..4);
    let sections = collection::vec(collection::vec(columns, 0..3), 0..4);
    sections.prop_map(|sections| {
        let mut number = 0;
        let mut next = |letter: &str| {
            number += 1;
            format!("{letter}{number}")
        };
        let mut document = Document::default();
        for rows in sections {
            let mut section = Section {
                id: next("s"),
                settings: SectionSettings::default(),
                devices: Devices::default(),
                languages: ShownIn::default(),
                rows: Vec::new(),
            };
            for columns in rows {
                let id = next("r");
                let columns = columns
                    .into_iter()
                    .map(|(span, blocks)| Column { span, blocks: (0..blocks).map(|_| block(next("b"))).collect() })
                    .collect();
                section.rows.push(Row { id, devices: Devices::default(), columns });
            }
            document.sections.push(section);
        }
        Draft { page: Map::from_iter([("title".to_owned(), json!("A page"))]), document }
    })
}

fn ids() -> impl Strategy<Value = String> {
    (prop_oneof![Just("s"), Just("r"), Just("b"), Just("n")], 1_u32..30)
        .prop_map(|(letter, number)| format!("{letter}{number}"))
}

fn places() -> impl Strategy<Value = BlockPosition> {
    let rows = (1_u32..20).prop_map(|number| format!("r{number}"));
    (rows, 0_usize..4, option::of(ids())).prop_map(|(row, column, after)| BlockPosition { row, column, after })
}

fn values() -> impl Strategy<Value = Option<Value>> {
    option::of(prop_oneof![
        Just(json!("<p>some other words here</p>")),
        Just(json!("<p>some words</p>")),
        Just(json!({"size": 2, "tone": "dark"})),
        Just(json!([1, 2])),
        any::<i32>().prop_map(Value::from),
        Just(Value::Null),
        Just(json!("dark")),
    ])
}

fn paths() -> impl Strategy<Value = Vec<String>> {
    let name =
        prop_oneof![Just("settings"), Just("html"), Just("look"), Just("size"), Just("tone"), Just("kind"), Just("id")];
    let any_path = collection::vec(name.prop_map(str::to_owned), 0..4);
    let of_settings = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    prop_oneof![
        3 => Just(of_settings(&["settings", "html"])),
        2 => Just(of_settings(&["settings", "look", "size"])),
        1 => Just(of_settings(&["settings", "tone"])),
        1 => any_path,
    ]
}

fn rows() -> impl Strategy<Value = Row> {
    (1_u32..200, collection::vec(0_u32..14, 0..4)).prop_map(|(number, spans)| {
        let columns =
            spans.into_iter().map(|span| Column { span, blocks: vec![block(format!("n{number}"))] }).collect();
        Row { id: format!("m{number}"), devices: Devices::default(), columns }
    })
}

fn ops() -> impl Strategy<Value = Op> {
    let after = || option::of(ids());
    prop_oneof![
        (paths(), values(), values()).prop_map(|(path, before, value)| Op::SetPage { path, before, value }),
        (ids(), paths(), values(), values()).prop_map(|(id, path, before, value)| Op::Set { id, path, before, value }),
        (places(), (1_u32..40))
            .prop_map(|(place, number)| Op::InsertBlock { place, block: block(format!("n{number}")) }),
        ids().prop_map(|id| Op::RemoveBlock { id }),
        (ids(), places()).prop_map(|(id, place)| Op::MoveBlock { id, place }),
        (ids(), after(), rows()).prop_map(|(section, after, row)| Op::InsertRow { section, after, row }),
        ids().prop_map(|id| Op::RemoveRow { id }),
        (ids(), ids(), after()).prop_map(|(id, section, after)| Op::MoveRow { id, section, after }),
        (ids(), collection::vec(1_u32..14, 0..4)).prop_map(|(row, spans)| Op::SetColumns {
            row,
            before: vec![6, 6],
            spans
        }),
        (after(), ids(), rows()).prop_map(|(after, id, row)| Op::InsertSection {
            after,
            section: Section {
                id,
                settings: SectionSettings::default(),
                devices: Devices::default(),
                languages: ShownIn::default(),
                rows: vec![row],
            }
        }),
        ids().prop_map(|id| Op::RemoveSection { id }),
        (ids(), after()).prop_map(|(id, after)| Op::MoveSection { id, after }),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Op>> {
    collection::vec(ops(), 1..6)
}

/// An editor as in browsers: the confirmed draft, and pending steps.
#[derive(Clone)]
struct Editor {
    confirmed: Draft,
    waiting: Vec<Vec<Op>>,
    heard: usize,
}

impl Editor {
    fn shown(&self) -> Draft {
        let mut draft = self.confirmed.clone();
        for step in &self.waiting {
            draft.apply(step.clone());
        }
        draft
    }

    fn edit(&mut self, ops: Vec<Op>) {
        let made = self.shown().apply(ops).ops;
        self.waiting.push(made);
    }

    /// Sends the first pending step and receives all new steps of the log.
    fn exchange(&mut self, server: &mut Draft, log: &mut Vec<Vec<Op>>) {
        if !self.waiting.is_empty() {
            log.push(server.apply(self.waiting.remove(0)).ops);
        }
        for step in log.iter().skip(self.heard) {
            self.confirmed.apply(step.clone());
        }
        self.heard = log.len();
    }
}

proptest! {
    #[test]
    fn inverses_restore_the_draft(draft in drafts(), ops in collection::vec(ops(), 1..12)) {
        let mut changed = draft.clone();
        let applied = changed.apply(ops);
        let back = changed.apply(applied.inverses);
        prop_assert_eq!(&back.remarks, &[]);
        prop_assert_eq!(changed, draft);
    }

    #[test]
    fn applied_ops_are_reproducible(draft in drafts(), ops in collection::vec(ops(), 1..12)) {
        let mut changed = draft.clone();
        let made = changed.apply(ops).ops;
        let written: Vec<Op> = serde_json::from_value(serde_json::to_value(&made).unwrap()).unwrap();
        let mut replayed = draft;
        let again = replayed.apply(written);
        prop_assert_eq!(&again.remarks, &[]);
        prop_assert_eq!(again.ops, made);
        prop_assert_eq!(replayed, changed);
    }

    #[test]
    fn ids_stay_unique(draft in drafts(), ops in collection::vec(ops(), 1..12)) {
        let mut changed = draft;
        changed.apply(ops);
        let ids: Vec<String> = super::diff::all_ids(&changed.document).cloned().collect();
        let distinct: std::collections::HashSet<&String> = ids.iter().collect();
        prop_assert_eq!(distinct.len(), ids.len());
    }

    #[test]
    fn diff_transforms_draft(draft in drafts(), ops in collection::vec(ops(), 1..12), other in drafts()) {
        let mut changed = draft.clone();
        changed.apply(ops);
        for wanted in [changed, other] {
            let mut made = draft.clone();
            let applied = made.apply(difference(&draft, &wanted));
            prop_assert_eq!(&applied.remarks, &[]);
            prop_assert_eq!(made, wanted);
        }
    }

    #[test]
    fn editors_converge(
        draft in drafts(),
        edits in collection::vec((0_usize..3, steps(), 0_usize..3), 1..12),
    ) {
        let (mut server, mut log) = (draft.clone(), Vec::new());
        let mut editors = vec![Editor { confirmed: draft.clone(), waiting: Vec::new(), heard: 0 }; 3];
        for (who, ops, exchanges) in edits {
            if let Some(editor) = editors.get_mut(who) {
                editor.edit(ops);
            }
            if let Some(editor) = editors.get_mut(exchanges) {
                editor.exchange(&mut server, &mut log);
            }
        }
        while editors.iter().any(|editor| !editor.waiting.is_empty() || editor.heard < log.len()) {
            for editor in &mut editors {
                editor.exchange(&mut server, &mut log);
            }
        }
        for editor in &editors {
            prop_assert_eq!(&editor.shown(), &server);
        }
        let mut replayed = draft;
        for step in log {
            prop_assert_eq!(&replayed.apply(step).remarks, &[]);
        }
        prop_assert_eq!(replayed, server);
    }

    #[test]
    fn joined_steps_have_the_same_effect(draft in drafts(), first in steps(), second in steps()) {
        let mut changed = draft.clone();
        let mut step = changed.apply(first).ops;
        join(&mut step, changed.apply(second).ops);
        let mut joined = draft;
        joined.apply(step);
        prop_assert_eq!(joined, changed);
    }

    #[test]
    fn concurrent_typing_keeps_all_words(at in 0_usize..8, words in collection::vec("[a-z]{1,6}", 1..6)) {
        // One appends, the other inserts: afterwards the text contains each word.
        let start = "one two three four five six seven eight";
        let mut server = typed(start);
        let mut theirs = start.to_owned();
        let mut mine: Vec<String> = start.split(' ').map(str::to_owned).collect();
        for word in &words {
            let longer = format!("{theirs} {word}T");
            server.apply([set(&theirs, &longer)]);
            theirs = longer;
            let before = mine.join(" ");
            mine.insert(at, format!("{word}M"));
            let remarks = server.apply([set(&before, &mine.join(" "))]).remarks;
            prop_assert!(remarks.is_empty());
        }
        let text = text_of(&server);
        for word in &words {
            let (at_end, inside) = (format!("{word}T"), format!("{word}M"));
            prop_assert!(text.contains(&at_end) && text.contains(&inside), "{} lacks {}", text, word);
        }
    }
}

fn typed(text: &str) -> Draft {
    let block = json!({"id": "b", "kind": "text", "settings": {"html": text}});
    let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": [block]}]}]);
    let document = Document::from_json(&json!({"version": 1, "sections": [{"id": "s", "rows": rows}]})).unwrap();
    Draft { page: Map::new(), document }
}

fn set(before: &str, value: &str) -> Op {
    let path = vec!["settings".to_owned(), "html".to_owned()];
    Op::Set { id: "b".to_owned(), path, before: Some(json!(before)), value: Some(json!(value)) }
}

fn text_of(draft: &Draft) -> String {
    let block = draft.document.block("b").unwrap();
    block.settings.get("html").and_then(Value::as_str).unwrap().to_owned()
}

#[test]
fn invalid_operations_rejected() {
    let mut draft = typed("words");
    let gone = Op::Set { id: "gone".to_owned(), path: vec!["kind".to_owned()], before: None, value: Some(json!("a")) };
    let to_nowhere = BlockPosition { row: "gone".to_owned(), column: 0, after: None };
    let here = BlockPosition { row: "r".to_owned(), column: 0, after: None };
    let cases = [
        (gone, RemarkKind::Gone),
        (Op::InsertBlock { place: to_nowhere.clone(), block: block("n".to_owned()) }, RemarkKind::Gone),
        (Op::MoveBlock { id: "b".to_owned(), place: to_nowhere }, RemarkKind::Gone),
        (Op::InsertBlock { place: here.clone(), block: block("b".to_owned()) }, RemarkKind::Taken),
        (Op::InsertBlock { place: here, block: block("not an id".to_owned()) }, RemarkKind::Invalid),
        (Op::Set { id: "b".to_owned(), path: vec!["id".to_owned()], before: None, value: None }, RemarkKind::Invalid),
        (Op::SetColumns { row: "r".to_owned(), before: vec![12], spans: vec![13] }, RemarkKind::Invalid),
    ];
    let before = draft.clone();
    for (op, kind) in cases {
        let applied = draft.apply([op.clone()]);
        assert_eq!(applied.remarks.first().map(|remark| (remark.kind, remark.lost.clone())), Some((kind, Some(op))));
        assert_eq!(draft, before);
    }
}

#[test]
fn edit_block_limit() {
    let mut draft = typed("words");
    let place = BlockPosition { row: "r".to_owned(), column: 0, after: Some("b".to_owned()) };
    let insert = |number: usize| Op::InsertBlock { place: place.clone(), block: block(format!("n{number}")) };
    assert!(draft.apply((1..crate::MAX_BLOCKS).map(insert)).remarks.is_empty());
    let remarks = draft.apply([insert(crate::MAX_BLOCKS)]).remarks;
    assert_eq!(remarks.first().map(|remark| remark.kind), Some(RemarkKind::Full));
}

#[test]
fn diff_between_full_pages() {
    let full = |letter: &str| {
        let blocks = (0..crate::MAX_BLOCKS).map(|number| block(format!("{letter}{number}"))).collect();
        let row = Row { id: "r".to_owned(), devices: Devices::default(), columns: vec![Column { span: 12, blocks }] };
        let section = Section {
            id: "s".to_owned(),
            settings: SectionSettings::default(),
            devices: Devices::default(),
            languages: ShownIn::default(),
            rows: vec![row],
        };
        Draft { page: Map::new(), document: Document { sections: vec![section], ..Document::default() } }
    };
    let (mut draft, wanted) = (full("a"), full("b"));
    let applied = draft.apply(difference(&draft, &wanted));
    assert_eq!((&draft, applied.remarks.len()), (&wanted, 0));
}

fn draft_with_rows(section: &str, rows: &Value) -> Draft {
    let document = json!({"version": 1, "sections": [{"id": section, "rows": rows}]});
    Draft { page: Map::new(), document: Document::from_json(&document).unwrap() }
}

#[test]
fn id_reused_for_other_kind() {
    let row = |id: &str, block: &str| {
        let block = json!({"id": block, "kind": "text", "settings": {"html": "words"}});
        json!([{"id": id, "columns": [{"span": 12, "blocks": [block]}]}])
    };
    let drafts = [("s", "r", "b"), ("b", "r", "n"), ("s", "b", "r"), ("r", "s", "b"), ("b", "s", "r")];
    let drafts = drafts.map(|(section, id, block)| draft_with_rows(section, &row(id, block)));
    for before in &drafts {
        for wanted in &drafts {
            let mut made = before.clone();
            let applied = made.apply(difference(before, wanted));
            assert_eq!((&made, applied.remarks), (wanted, Vec::new()));
        }
    }
}

#[test]
fn row_columns_removed_when_blocks_move() {
    let text = json!({"id": "b", "kind": "text", "settings": {"html": "words"}});
    let above = json!([
        {"id": "r1", "columns": [{"span": 12, "blocks": [text]}]},
        {"id": "r2", "columns": [{"span": 12, "blocks": []}]},
    ]);
    let below = json!([{"id": "r1", "columns": []}, {"id": "r2", "columns": [{"span": 12, "blocks": [text]}]}]);
    let (mut made, wanted) = (draft_with_rows("s", &above), draft_with_rows("s", &below));
    let applied = made.apply(difference(&made, &wanted));
    assert_eq!((made, applied.remarks), (wanted, Vec::new()));
}

#[test]
fn concurrent_text_change_is_conflict() {
    let mut draft = typed("cat");
    draft.apply([set("cat", "cut")]);
    let applied = draft.apply([set("cat", "cot")]);
    assert_eq!(text_of(&draft), "cot");
    assert_eq!(applied.remarks.first().map(|remark| remark.kind), Some(RemarkKind::Collided));
    draft.apply(applied.inverses);
    assert_eq!(text_of(&draft), "cut");
}
