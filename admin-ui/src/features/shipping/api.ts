import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/shipping-zones";
const onePath = "/api/v1/websites/{websiteId}/shipping-zones/{zoneId}";
const orderPath = "/api/v1/websites/{websiteId}/shipping-zones/order";

export type Zone = Answer<typeof onePath, "get">;
export type ZoneChange = RequestOf<typeof listPath, "post">;
export type ZoneOption = NonNullable<ZoneChange["options"]>[number];

interface ZoneRef {
  websiteId: string;
  zoneId: string;
}

const shippingApi = api.enhanceEndpoints({ addTagTypes: ["ShippingZone"] }).injectEndpoints({
  endpoints: (build) => ({
    listZones: build.query<Zone[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(listPath, ref) }),
      transformResponse: (answer: Answer<typeof listPath, "get">) => answer.zones,
      providesTags: [{ type: "ShippingZone", id: "LIST" }],
    }),
    getZone: build.query<Zone, ZoneRef>({
      query: (ref) => ({ path: pathTo(onePath, ref) }),
      providesTags: (_, __, { zoneId }) => [{ type: "ShippingZone", id: zoneId }],
    }),
    createZone: build.mutation<Zone, { websiteId: string; change: ZoneChange }>({
      query: ({ change, ...ref }) => ({ path: pathTo(listPath, ref), method: "POST", body: change }),
      invalidatesTags: (made) => (made ? [{ type: "ShippingZone", id: "LIST" }] : []),
    }),
    updateZone: build.mutation<Zone, ZoneRef & { revision: number; change: ZoneChange }>({
      query: ({ revision, change, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "PUT",
        body: change,
        headers: { "If-Match": `"${revision}"` },
      }),
      async onQueryStarted({ websiteId, zoneId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) void dispatch(shippingApi.util.upsertQueryData("getZone", { websiteId, zoneId }, saved.data));
      },
      invalidatesTags: (saved) => (saved ? [{ type: "ShippingZone", id: "LIST" }] : []),
    }),
    arrangeZones: build.mutation<Zone[], { websiteId: string; zoneIds: string[] }>({
      query: ({ zoneIds, ...ref }) => ({ path: pathTo(orderPath, ref), method: "PUT", body: { zoneIds } }),
      transformResponse: (answer: Answer<typeof orderPath, "put">) => answer.zones,
      invalidatesTags: [{ type: "ShippingZone", id: "LIST" }],
    }),
    deleteZone: build.mutation<null, ZoneRef & { revision: number }>({
      query: ({ revision, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "DELETE",
        headers: { "If-Match": `"${revision}"` },
      }),
      invalidatesTags: (_, error) => (error ? [] : [{ type: "ShippingZone", id: "LIST" }]),
    }),
  }),
});

export const {
  useListZonesQuery,
  useGetZoneQuery,
  useCreateZoneMutation,
  useUpdateZoneMutation,
  useArrangeZonesMutation,
  useDeleteZoneMutation,
} = shippingApi;
