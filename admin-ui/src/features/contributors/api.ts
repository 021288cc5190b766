import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf, RequestOf } from "@/shared/api/types";
import { websiteChanged } from "@/shared/session/session-slice";

const listPath = "/api/v1/websites/{websiteId}/contributors";
const onePath = "/api/v1/websites/{websiteId}/contributors/{contributorId}";
const invitationPath = "/api/v1/websites/{websiteId}/invitations/{invitationId}";
const rulesPath = "/api/v1/websites/{websiteId}/sign-in-rules";
const logPath = "/api/v1/websites/{websiteId}/audit-log";

export type Contributors = Answer<typeof listPath, "get">;
export type Contributor = Contributors["contributors"][number];
export type Invitation = Contributors["invitations"][number];
type SignInRules = RequestOf<typeof rulesPath, "put">;
type AuditLogPage = Answer<typeof logPath, "get">;
export type AuditEntry = AuditLogPage["entries"][number];
/** All actions that the audit log can record. */
export type AuditAction = NonNullable<QueryOf<typeof logPath, "get">["action"]>;

const list = { type: "Contributor", id: "LIST" } as const;
const log = { type: "AuditEntry", id: "LIST" } as const;

const contributorsApi = api.enhanceEndpoints({ addTagTypes: ["Contributor", "AuditEntry"] }).injectEndpoints({
  endpoints: (build) => ({
    listContributors: build.query<Contributors, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(listPath, ref) }),
      providesTags: [list],
    }),
    inviteContributor: build.mutation<
      Invitation,
      { websiteId: string; invitation: RequestOf<typeof listPath, "post"> }
    >({
      query: ({ invitation, ...ref }) => ({ path: pathTo(listPath, ref), method: "POST", body: invitation }),
      invalidatesTags: (made) => (made ? [list, log] : []),
    }),
    setRoles: build.mutation<Contributor, { websiteId: string; contributorId: string; roles: number[] }>({
      query: ({ roles, ...ref }) => ({ path: pathTo(onePath, ref), method: "PUT", body: { roles } }),
      invalidatesTags: (changed) => (changed ? [list, log] : []),
    }),
    removeContributor: build.mutation<null, { websiteId: string; contributorId: string }>({
      query: (ref) => ({ path: pathTo(onePath, ref), method: "DELETE" }),
      invalidatesTags: (_, error) => (error ? [] : [list, log]),
    }),
    withdrawInvitation: build.mutation<null, { websiteId: string; invitationId: string }>({
      query: (ref) => ({ path: pathTo(invitationPath, ref), method: "DELETE" }),
      invalidatesTags: (_, error) => (error ? [] : [list, log]),
    }),
    setSignInRules: build.mutation<SignInRules, SignInRules & { websiteId: string }>({
      query: ({ secondFactorRequired, ...ref }) => ({
        path: pathTo(rulesPath, ref),
        method: "PUT",
        body: { secondFactorRequired },
      }),
      invalidatesTags: (saved) => (saved ? [list, log] : []),
      onQueryStarted: async ({ websiteId }, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          ({ data }) => dispatch(websiteChanged({ id: websiteId, ...data })),
          () => undefined,
        );
      },
    }),
    listAuditLog: build.infiniteQuery<AuditLogPage, { websiteId: string; action: AuditAction | null }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg: { action, ...ref }, pageParam }) => ({
        path: pathTo(logPath, ref),
        query: { ...(action === null ? {} : { action }), cursor: pageParam, limit: 50 },
      }),
      providesTags: [log],
    }),
  }),
});

export const {
  useListContributorsQuery,
  useInviteContributorMutation,
  useSetRolesMutation,
  useRemoveContributorMutation,
  useWithdrawInvitationMutation,
  useSetSignInRulesMutation,
  useListAuditLogInfiniteQuery,
} = contributorsApi;
