//! Joins consecutive steps, such as keystrokes.

use crate::edit::op::Op;

/// Appends the operations of one step to those of the previous one, so that consecutive keystrokes become one change.
/// `following` must have been applied immediately after `step`.
pub fn join(step: &mut Vec<Op>, following: Vec<Op>) {
    for op in following {
        let joined = step.last_mut().is_some_and(|last| take_in(last, &op));
        if !joined {
            step.push(op);
        } else if step.last().is_some_and(changes_nothing) {
            step.pop();
        }
    }
}

fn take_in(last: &mut Op, next: &Op) -> bool {
    match (last, next) {
        (
            Op::Set { id, path, value, .. },
            Op::Set { id: next_id, path: next_path, before: next_before, value: next_value },
        ) if id == next_id && path == next_path && value == next_before => {
            value.clone_from(next_value);
            true
        }
        (Op::SetPage { path, value, .. }, Op::SetPage { path: next_path, before: next_before, value: next_value })
            if path == next_path && value == next_before =>
        {
            value.clone_from(next_value);
            true
        }
        _ => false,
    }
}

fn changes_nothing(op: &Op) -> bool {
    match op {
        Op::Set { before, value, .. } | Op::SetPage { before, value, .. } => before == value,
        _ => false,
    }
}
