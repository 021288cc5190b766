import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const settingsPath = "/api/v1/websites/{websiteId}/payment-settings";
const providerPath = "/api/v1/websites/{websiteId}/payment-providers/{provider}";
const testShopperPath = "/api/v1/websites/{websiteId}/test-shopper";
const messagesPath = "/api/v1/websites/{websiteId}/payment-messages";

export type PaymentSettings = Answer<typeof settingsPath, "get">;
export type PaymentChoices = RequestOf<typeof settingsPath, "put">;
export type MethodChoice = PaymentSettings["methods"][number];
export type Provider = PaymentSettings["providers"][number];
export type ProviderSettings = RequestOf<typeof providerPath, "put">["settings"];
export type PaymentMessage = Answer<typeof messagesPath, "get">["messages"][number];

const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPaymentSettings: build.query<PaymentSettings, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(settingsPath, ref) }),
      providesTags: [{ type: "Settings", id: "PAYMENTS" }],
    }),
    savePaymentSettings: build.mutation<
      PaymentSettings,
      { websiteId: string; revision: number; choices: PaymentChoices }
    >({
      query: ({ choices, revision, ...ref }) => ({
        path: pathTo(settingsPath, ref),
        method: "PUT",
        body: choices,
        headers: { "If-Match": `"${revision}"` },
      }),
      async onQueryStarted({ websiteId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) void dispatch(paymentsApi.util.upsertQueryData("getPaymentSettings", { websiteId }, saved.data));
      },
    }),
    saveProvider: build.mutation<
      PaymentSettings,
      { websiteId: string; provider: string; revision: number; settings: ProviderSettings }
    >({
      query: ({ settings, revision, ...ref }) => ({
        path: pathTo(providerPath, ref),
        method: "PUT",
        body: { settings },
        headers: { "If-Match": `"${revision}"` },
      }),
      async onQueryStarted({ websiteId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) void dispatch(paymentsApi.util.upsertQueryData("getPaymentSettings", { websiteId }, saved.data));
      },
    }),
    makeTestShopperLink: build.mutation<Answer<typeof testShopperPath, "post">, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(testShopperPath, ref), method: "POST" }),
    }),
    listUnmatchedMessages: build.query<PaymentMessage[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(messagesPath, ref) }),
      transformResponse: (answer: Answer<typeof messagesPath, "get">) => answer.messages,
    }),
  }),
});

export const {
  useGetPaymentSettingsQuery,
  useSavePaymentSettingsMutation,
  useSaveProviderMutation,
  useMakeTestShopperLinkMutation,
  useListUnmatchedMessagesQuery,
} = paymentsApi;
