/** Steps that can be undone and redone around a present state. */
export interface History<T> {
  past: T[];
  present: T;
  future: T[];
  lastEdit: { key: string; at: number } | null;
}

const stepLimit = 100;
/** Edits of one setting closer together than this are one step (milliseconds). */
const mergeWindow = 1200;

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], lastEdit: null };
}

/** Makes `next` the present; with the key of the edit just made it joins that step. */
export function amend<T>(history: History<T>, next: T, key: string | null, at: number): History<T> {
  if (next === history.present) return history;
  const { lastEdit } = history;
  const joins = key !== null && lastEdit !== null && lastEdit.key === key && at - lastEdit.at < mergeWindow;
  return {
    past: joins ? history.past : [...history.past, history.present].slice(-stepLimit),
    present: next,
    future: [],
    lastEdit: key === null ? null : { key, at },
  };
}

export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    lastEdit: null,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, lastEdit: null };
}
