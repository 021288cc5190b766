import { http, HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { createAppStore } from "@/app/store";
import { server } from "@/testing/server";
import { api } from "./base-api";

const tasks = api.injectEndpoints({
  endpoints: (build) => ({
    listTasks: build.query<string[], string>({
      query: (list) => ({ path: `/tasks/${list}` }),
      providesTags: (_, __, list) => [{ type: "Mail", id: list }],
    }),
    addTask: build.mutation<unknown, { list: string; task: string }>({
      query: ({ list, task }) => ({ path: `/tasks/${list}`, method: "POST", body: { task } }),
      invalidatesTags: (_, __, { list }) => [{ type: "Mail", id: list }],
    }),
  }),
});
const { listTasks, addTask } = tasks.endpoints;
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

/** A store that shows a list of tasks; `answer` returns the pending responses, each made when its request arrived. */
function open() {
  const stored: Record<string, string[]> = { work: [], home: [] };
  let requests = 0;
  let release: (() => void)[] = [];
  server.use(
    http.get<{ list: string }>("*/tasks/:list", async ({ params }) => {
      requests += 1;
      const response = HttpResponse.json([...(stored[params.list] ?? [])]);
      await new Promise<void>((resolve) => release.push(resolve));
      return response;
    }),
    http.post<{ list: string }, { task: string }>("*/tasks/:list", async ({ params, request }) => {
      const { task } = await request.json();
      if (task === "") return HttpResponse.json({ status: 400, title: "", code: "validation-failed" }, { status: 400 });
      stored[params.list]?.push(task);
      return HttpResponse.json({});
    }),
  );
  const store = createAppStore();
  const subscription = store.dispatch(listTasks.initiate("work"));
  const asked = (count: number) => eventually(() => expect(release).toHaveLength(count));
  const answer = async () => {
    await asked(1);
    for (const resolve of release) resolve();
    release = [];
  };
  const entry = () => listTasks.select("work")(store.getState());
  const settled = () => eventually(() => expect(entry().status).not.toBe("pending"));
  return { store, stored, subscription, asked, answer, settled, shown: () => entry().data, requests: () => requests };
}

it("fetches a list again that was changed during its first request", async () => {
  const { store, asked, answer, shown, settled, requests } = open();
  await asked(1);
  await store.dispatch(addTask.initiate({ list: "work", task: "pack" }));
  await answer();
  await answer();
  await eventually(() => expect(shown()).toEqual(["pack"]));
  await settled();
  expect(requests()).toBe(2);
});

it("fetches a list again that was changed during a later request", async () => {
  const { store, subscription, asked, answer, shown, settled, requests } = open();
  await answer();
  await settled();
  void subscription.refetch();
  await asked(1);
  await store.dispatch(addTask.initiate({ list: "work", task: "pack" }));
  await store.dispatch(addTask.initiate({ list: "work", task: "post" }));
  await answer();
  await answer();
  await eventually(() => expect(shown()).toEqual(["pack", "post"]));
  await settled();
  expect(requests()).toBe(3);
});

it("fetches a list again that is reported as changed during a request", async () => {
  const { store, stored, asked, answer, shown } = open();
  await asked(1);
  stored["work"]?.push("from elsewhere");
  store.dispatch(api.util.invalidateTags([{ type: "Mail", id: "work" }]));
  await answer();
  await answer();
  await eventually(() => expect(shown()).toEqual(["from elsewhere"]));
});

it("fetches a list once after a change, and not after one of another list", async () => {
  const { store, asked, answer, shown, settled, requests } = open();
  await asked(1);
  await store.dispatch(addTask.initiate({ list: "home", task: "cook" }));
  await answer();
  await settled();
  await store.dispatch(addTask.initiate({ list: "work", task: "pack" }));
  await answer();
  await eventually(() => expect(shown()).toEqual(["pack"]));
  await settled();
  expect(requests()).toBe(2);
});

it("fetches a list again after a refused change, as without a pending request", async () => {
  const { store, asked, answer, settled, requests } = open();
  await asked(1);
  await store.dispatch(addTask.initiate({ list: "work", task: "" }));
  await answer();
  await answer();
  await settled();
  expect(requests()).toBe(2);
});
