import type { Answer } from "@/shared/api/types";

type PaymentSettings = Answer<"/api/v1/websites/{websiteId}/payment-settings", "get">;

/** A shop in test mode that could accept bank transfers. */
export function samplePaymentSettings(): PaymentSettings {
  return {
    testMode: true,
    captureMode: "at-once",
    transferHoldHours: 168,
    revision: 1,
    methods: [
      { provider: "stoa.testcard", method: "card", enabled: true, label: null, saves: true },
      { provider: "stoa.manual", method: "bank-transfer", enabled: false, label: null, saves: true },
    ],
    providers: [
      {
        id: "stoa.testcard",
        name: "Test card",
        summary: "Pretends to take cards.",
        isTest: true,
        health: "suspended",
        methods: [{ name: "card", label: "Test card", canSave: false }],
        currencies: [],
        countries: [],
        settingsSchema: null,
        settings: {},
        settingsRevision: 0,
      },
      {
        id: "stoa.manual",
        name: "Manual payments",
        summary: "The customer is told how to pay.",
        isTest: false,
        health: "ok",
        methods: [{ name: "bank-transfer", label: "Bank transfer", canSave: true }],
        currencies: [],
        countries: ["DE"],
        settingsSchema: {
          type: "object",
          properties: {
            accountNumber: { type: "string", title: "Account number" },
            days: { type: "integer", title: "Days to pay", minimum: 1, default: 7 },
            key: { type: "string", title: "Key", "x-secret": "api_key" },
          },
        },
        settings: {},
        settingsRevision: 0,
      },
    ],
  };
}
