import { http, HttpResponse } from "msw";
import type { Answer, RequestOf } from "@/shared/api/types";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { on, Refusal, refuse } from "@/testing/route";

const list = "/api/v1/websites/{websiteId}/plugins";
const plugin = `${list}/{pluginId}` as const;
const secret = `${plugin}/secrets/{secretName}` as const;

type Detail = Answer<typeof plugin, "get">;
type Entry = Answer<`${typeof list}/catalogue`, "get">["entries"][number];

function found(id: string): Detail {
  return backEnd.plugins.find((one) => one.id === id) ?? refuse(404, "not-found", "Not found");
}

function keep(changed: Detail): Detail {
  const needsSetUp = changed.installed && (changed.secrets.some(({ isSet }) => !isSet) || lacksSettings(changed));
  const saved = { ...changed, needsSetUp, revision: changed.revision + 1 };
  backEnd.plugins = backEnd.plugins.map((one) => (one.id === saved.id ? saved : one));
  return saved;
}

function lacksSettings({ settingsSchema, settings }: Detail): boolean {
  const { required = [] } = (settingsSchema ?? {}) as { required?: string[] };
  return required.some((name) => !(name in settings));
}

function checkRevision(request: Request, { revision }: Detail): void {
  if (request.headers.get("if-match") !== `"${revision}"`)
    refuse(412, "revision-stale", "Someone saved a newer version. Reload the page first.");
}

const entryOf = (one: Detail): Entry => ({ ...one, installed: one.installed ? one.version : null });

/** A handler without a response body. */
function bare(
  method: "put" | "post" | "delete",
  path: string,
  run: (request: Request, path: Record<string, string>) => void,
) {
  return http[method](`*${path.replace(/\{(\w+)\}/g, ":$1")}`, ({ request, params }) => {
    try {
      run(request, params as Record<string, string>);
      return new HttpResponse(null, { status: 204 });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const headers = { "Content-Type": "application/problem+json", ...error.headers };
      return HttpResponse.json(error.body, { status: error.body.status, headers });
    }
  });
}

const secretSet = (isSet: boolean) => (request: Request, path: Record<string, string>) => {
  authorise(request, "plugins", "write");
  const before = found(path["pluginId"] ?? "");
  const secrets = before.secrets.map((one) => (one.name === path["secretName"] ? { ...one, isSet } : one));
  keep({ ...before, secrets });
};

const deliveries = `${list}/deliveries` as const;
const jobs = `${list}/jobs` as const;
const accepted = () => ({ status: 202 });

/** Removes deliveries and returns them. */
function taken(which: (one: (typeof backEnd.pluginDeliveries)[number]) => boolean) {
  const found = backEnd.pluginDeliveries.filter(which);
  backEnd.pluginDeliveries = backEnd.pluginDeliveries.filter((one) => !found.includes(one));
  return found;
}

const aboutDeliveries = [
  on("get", deliveries, ({ request, query }) => {
    authorise(request, "plugins", "read");
    const all = backEnd.pluginDeliveries;
    const count = (state: string) => all.filter((one) => one.state === state).length;
    const state = query.get("state");
    return {
      deliveries: all.filter((one) => state === null || one.state === state),
      pending: count("pending"),
      failing: count("failing"),
      dead: count("dead"),
      hasNextPage: false,
    };
  }),
  on(
    "post",
    `${deliveries}/replay`,
    ({ request }) => {
      authorise(request, "plugins", "write");
      return { count: taken(({ state }) => state === "dead").length };
    },
    accepted,
  ),
  on(
    "post",
    `${deliveries}/{eventDeliveryId}/replay`,
    ({ request, path }) => {
      authorise(request, "plugins", "write");
      return taken(({ id }) => id === path.eventDeliveryId)[0] ?? refuse(404, "not-found", "Not found");
    },
    accepted,
  ),
  bare("delete", `${deliveries}/{eventDeliveryId}`, (request, path) => {
    authorise(request, "plugins", "write");
    taken(({ id }) => id === path["eventDeliveryId"]);
  }),
  on("get", jobs, ({ request }) => {
    authorise(request, "plugins", "read");
    return { jobs: backEnd.pluginJobs };
  }),
  bare("post", `${jobs}/{pluginId}/{jobName}/run`, (request, path) => {
    authorise(request, "plugins", "write");
    backEnd.pluginJobs = backEnd.pluginJobs.map((job) =>
      job.name === path["jobName"] ? { ...job, asked: true } : job,
    );
  }),
];

const panels = `${list}/panels` as const;
const panel = `${plugin}/panels/{panel}` as const;

function mayOpen(request: Request): boolean {
  try {
    authorise(request, "orders", "read");
    return true;
  } catch {
    return false;
  }
}

const aboutPanels = [
  on("get", panels, ({ request }) => ({ panels: mayOpen(request) ? backEnd.pluginPanels : [] })),
  on("get", `${panel}/page`, ({ request }) => {
    authorise(request, "orders", "read");
    return { html: "<p>Sales</p>" };
  }),
  on("post", `${panel}/call`, async ({ request, path }) => {
    authorise(request, "orders", "read");
    const { method, input } = (await request.json()) as RequestOf<`${typeof panel}/call`, "post">;
    const answer = backEnd.pluginPanelAnswers[path.panel];
    return answer === undefined
      ? { result: null, error: `no method ${method}` }
      : { result: answer(method, input), error: null };
  }),
  on("post", `${plugin}/test`, ({ request, path }) => {
    authorise(request, "plugins", "write");
    found(path.pluginId);
    return backEnd.pluginTest;
  }),
];

export const handlers = [
  ...aboutPanels,
  ...aboutDeliveries,
  on("get", list, ({ request }) => {
    authorise(request, "plugins", "read");
    const plugins = backEnd.plugins
      .filter(({ installed }) => installed)
      .map((one) => ({ ...one, available: one.versions[0]?.isCurrent ? null : (one.versions[0]?.version ?? null) }));
    return { plugins, refused: backEnd.refusedPlugins };
  }),
  on("get", `${list}/catalogue`, ({ request }) => {
    authorise(request, "plugins", "read");
    return { entries: backEnd.plugins.map(entryOf) };
  }),
  on(
    "post",
    `${list}/packages`,
    async ({ request }) => {
      authorise(request, "plugins", "write");
      if ((await request.text()) === "broken")
        refuse(400, "validation-failed", "The package was changed after it was signed.");
      return entryOf(found("acme.parcels"));
    },
    () => ({ status: 201 }),
  ),
  on("get", plugin, ({ request, path }) => {
    authorise(request, "plugins", "read");
    return found(path.pluginId);
  }),
  on("post", `${plugin}/version`, async ({ request, path }) => {
    authorise(request, "plugins", "write");
    const before = found(path.pluginId);
    checkRevision(request, before);
    const { digest, grants } = (await request.json()) as RequestOf<`${typeof plugin}/version`, "post">;
    const wanted = before.versions.find((one) => one.digest === digest) ?? refuse(404, "not-found", "Not found");
    if (!before.installed && grants == null)
      refuse(409, "plugin-consent", "The plugin asks for more than was agreed to.");
    return keep({
      ...before,
      installed: true,
      version: wanted.version,
      digest,
      permissions: wanted.permissions,
      grants: grants ?? before.grants,
      versions: before.versions.map((one) => ({
        ...one,
        isCurrent: one === wanted,
        isPrevious: one.isCurrent,
      })),
    });
  }),
  on("patch", plugin, async ({ request, path }) => {
    authorise(request, "plugins", "write");
    const before = found(path.pluginId);
    checkRevision(request, before);
    const change = (await request.json()) as RequestOf<typeof plugin, "patch">;
    const { account } = (change.settings ?? {}) as { account?: string };
    if (account === "nobody")
      refuse(400, "validation-failed", "Some values are invalid.", {
        errors: { "settings.account": "This account does not exist." },
      });
    return keep({
      ...before,
      enabled: change.enabled ?? before.enabled,
      settings: change.settings ?? before.settings,
      grants: change.grants ?? before.grants,
    });
  }),
  on("get", `${plugin}/activity`, ({ request, path }) => {
    authorise(request, "plugins", "read");
    found(path.pluginId);
    return backEnd.pluginActivity;
  }),
  on("get", `${plugin}/comparison`, ({ request, path, query }) => {
    authorise(request, "plugins", "write");
    const { version, versions } = found(path.pluginId);
    const other =
      versions.find(({ digest }) => digest === query.get("digest")) ?? refuse(404, "not-found", "Not found");
    return { ...backEnd.pluginComparison, beforeVersion: version, afterVersion: other.version };
  }),
  bare("put", secret, secretSet(true)),
  bare("delete", secret, secretSet(false)),
  bare("delete", plugin, (request, path) => {
    authorise(request, "plugins", "delete");
    keep({ ...found(path["pluginId"] ?? ""), installed: false, enabled: false });
  }),
];
