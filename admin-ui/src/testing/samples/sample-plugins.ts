import type { Answer } from "@/shared/api/types";

type Detail = Answer<"/api/v1/websites/{websiteId}/plugins/{pluginId}", "get">;
type Activity = Answer<"/api/v1/websites/{websiteId}/plugins/{pluginId}/activity", "get">;

const none: Pick<
  Detail,
  "blocks" | "formatters" | "predicates" | "failing" | "missing" | "usedOn" | "permissions" | "asks" | "secrets"
> = {
  blocks: [],
  formatters: [],
  predicates: [],
  failing: [],
  missing: [],
  usedOn: [],
  permissions: [],
  asks: [],
  secrets: [],
};

/** Those of a server where plans have none of their own. */
const limits: Detail["limits"] = {
  plan: null,
  interpreted: false,
  memoryBytes: 16_777_216,
  storageBytes: 0,
  formatterMs: 20,
  pageMs: 100,
  pageCalls: 20_000,
  siteMs: 30_000,
  runningMs: 200,
  waitingMs: 15_000,
  httpRequests: 10,
  logBytes: 16_384,
  logLines: 64,
};

function bundled(id: string, name: string, version: string, kind: string, summary: string): Detail {
  const digest = `digest-${id}-${version}`;
  return {
    ...none,
    id,
    name,
    version,
    digest,
    publisher: "stoa",
    publisherKey: null,
    signature: "unsigned",
    source: "bundled",
    summary,
    readme: null,
    licence: "Apache-2.0",
    homepage: null,
    pictures: 0,
    hasIcon: false,
    kinds: [kind],
    installed: true,
    enabled: true,
    health: "ok",
    needsSetUp: false,
    grants: { origins: [], data: [] },
    settingsSchema: null,
    settings: {},
    limits,
    versions: [{ version, digest, source: "bundled", isCurrent: true, isPrevious: false, addedOn: 0, permissions: [] }],
    revision: 0,
  };
}

/** A plugin by another publisher, which is not installed yet. */
function parcels(): Detail {
  const permissions: Detail["permissions"] = [
    { kind: "http", origins: ["https://api.acme.example", "https://track.acme.example"] },
    { kind: "reads", data: "products" },
    { kind: "secrets", names: ["api_key"] },
    { kind: "storage", bytes: 262_144 },
  ];
  return {
    ...bundled("acme.parcels", "Acme parcels", "1.2.0", "shipping-provider", "Rates of Acme for parcels."),
    digest: "digest-acme-2",
    publisher: "acme",
    publisherKey: "kFz0Hq",
    signature: "untrusted",
    source: "upload",
    readme: '<h1>Parcels</h1><p>Rates by <a href="https://acme.example">Acme</a><script>alert(1)</script>.</p>',
    installed: false,
    enabled: false,
    permissions,
    asks: permissions,
    settingsSchema: {
      type: "object",
      required: ["account"],
      properties: {
        account: { type: "string", title: "Account", minLength: 1 },
        apiKey: { type: "string", title: "Key", "x-secret": "api_key" },
        express: { type: "boolean", title: "Offer express", default: false },
        expressPrice: { type: "integer", title: "Express price", "x-showWhen": { express: [true] } },
        rates: {
          type: "array",
          title: "Rates",
          items: {
            type: "object",
            properties: {
              country: { type: "string", title: "Country" },
              price: { type: "integer", title: "Price in cents", minimum: 0 },
            },
          },
        },
      },
    },
    secrets: [{ name: "api_key", label: "API key", isSet: false }],
    versions: [
      {
        version: "1.2.0",
        digest: "digest-acme-2",
        source: "upload",
        isCurrent: false,
        isPrevious: false,
        addedOn: 1_700_000_000_000,
        permissions,
      },
      {
        version: "1.1.0",
        digest: "digest-acme-1",
        source: "upload",
        isCurrent: false,
        isPrevious: false,
        addedOn: 1_690_000_000_000,
        permissions: permissions.slice(1),
      },
    ],
  };
}

/** The plugins of the server, and one that can be installed. */
export function samplePluginDetails(): Detail[] {
  return [
    bundled(
      "stoa.testcard",
      "Test card",
      "1.0.0",
      "payment-provider",
      "Takes payments that move no money, to try the checkout.",
    ),
    bundled("stoa.callout", "Callout", "0.3.1", "block", "A block that points out something important."),
    parcels(),
  ];
}

export function samplePluginActivity(): Activity {
  return {
    kinds: [{ kind: "shipping-provider", calls: 1_240, failures: 3, p50Micros: 1_800, p95Micros: 42_000 }],
    log: [{ on: 1_700_000_100_000, level: "warn", text: "the rate of DE is missing" }],
    storage: { bytes: 20_480, entries: 12, limit: 262_144 },
    events: [{ on: 1_700_000_000_000, kind: "installed", version: "1.2.0", reason: null }],
  };
}
