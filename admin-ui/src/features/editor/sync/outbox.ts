import type { components } from "@stoa/api/schema";
import type { Operation } from "@/shared/document-rules/rules";

/** A step in the server's format. */
export interface Step {
  number: number;
  kind: components["schemas"]["EditorStepKind"];
  undoes: string | null;
  operations: Operation[];
}

/** Owner of the steps: account and page. */
interface StepOwner {
  account: string;
  pageId: string;
}

interface StoredStep extends StepOwner {
  client: string;
  number: number;
  step: Step;
  /** Milliseconds since 1970; undefined for steps stored before this field existed. */
  writtenOn?: number;
}

/** The stored steps of an editor. */
export interface StoredSteps {
  /** In order. */
  steps: Step[];
  /** When the last of them was written, in milliseconds since 1970. */
  writtenOn: number;
}

/** Steps that the server has not acknowledged. They outlive the tab they were made in. */
export interface Outbox {
  /** Whether steps outlive the tab. */
  isPersistent: boolean;
  put: (client: string, step: Step) => Promise<void>;
  remove: (client: string, numbers: number[]) => Promise<void>;
  /** The steps of all tabs, by client id. */
  all: () => Promise<Map<string, StoredSteps>>;
}

const databaseName = "stoa-editor";
const storeName = "steps";

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(storeName, { keyPath: ["account", "pageId", "client", "number"] });
      store.createIndex("desk", ["account", "pageId"]);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser keeps no data"));
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error ?? new Error("the browser could not write"));
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser could not write"));
  });
}

function byClient(kept: StoredStep[]): Map<string, StoredSteps> {
  const clients = new Map<string, StoredSteps>();
  for (const { client, step, writtenOn = 0 } of kept.sort((left, right) => left.number - right.number)) {
    const before = clients.get(client) ?? { steps: [], writtenOn: 0 };
    clients.set(client, { steps: [...before.steps, step], writtenOn: Math.max(before.writtenOn, writtenOn) });
  }
  return clients;
}

/** Where the browser has no storage, such as in some private windows, steps live as long as the tab. */
function memoryOutbox(): Outbox {
  return {
    isPersistent: false,
    put: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    all: () => Promise.resolve(new Map()),
  };
}

export async function openOutbox(desk: StepOwner): Promise<Outbox> {
  if (typeof indexedDB === "undefined") return memoryOutbox();
  const database = await opened().catch(() => null);
  if (database === null) return memoryOutbox();
  const write = (change: (store: IDBObjectStore) => void) => {
    const transaction = database.transaction(storeName, "readwrite");
    change(transaction.objectStore(storeName));
    const written = done(transaction);
    // A tab that is being closed does not wait for the transaction to commit by itself.
    transaction.commit();
    return written;
  };
  return {
    isPersistent: true,
    put: (client, step) =>
      write((store) =>
        store.put({ ...desk, client, number: step.number, step, writtenOn: Date.now() } satisfies StoredStep),
      ),
    remove: (client, numbers) =>
      write((store) => {
        for (const number of numbers) store.delete([desk.account, desk.pageId, client, number]);
      }),
    all: () =>
      new Promise((resolve, reject) => {
        const index = database.transaction(storeName).objectStore(storeName).index("desk");
        const request = index.getAll([desk.account, desk.pageId]);
        request.onsuccess = () => resolve(byClient(request.result as StoredStep[]));
        request.onerror = () => reject(request.error ?? new Error("the browser could not read"));
      }),
  };
}
