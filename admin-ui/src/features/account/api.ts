import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";
import { languageChanged, secondFactorChanged } from "@/shared/session/session-slice";

const languagePath = "/api/v1/account/language";
const passwordPath = "/api/v1/account/password";
const signInsPath = "/api/v1/account/sign-ins";
const signInPath = "/api/v1/account/sign-ins/{signInId}";
const factorPath = "/api/v1/account/second-factor";
const offPath = "/api/v1/account/second-factor/off";
const codesPath = "/api/v1/account/second-factor/recovery-codes";

export type SecondFactor = Answer<typeof factorPath, "get">;
export type Enrolment = Answer<typeof factorPath, "post">;
export type RecoveryCodes = Answer<typeof factorPath, "put">;
export type Proof = RequestOf<typeof offPath, "post">;
type SignIns = Answer<typeof signInsPath, "get">;
export type SignIn = SignIns["signIns"][number];

const accountApi = api.enhanceEndpoints({ addTagTypes: ["SignIn", "SecondFactor"] }).injectEndpoints({
  endpoints: (build) => ({
    changePassword: build.mutation<null, RequestOf<typeof passwordPath, "put">>({
      query: (body) => ({ path: passwordPath, method: "PUT", body }),
      invalidatesTags: (_, error) => (error ? [] : ["SignIn"]),
    }),
    chooseLanguage: build.mutation<null, RequestOf<typeof languagePath, "put">>({
      query: (body) => ({ path: languagePath, method: "PUT", body }),
      onQueryStarted: async ({ language = null }, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          () => dispatch(languageChanged(language)),
          () => undefined,
        );
      },
    }),
    listSignIns: build.query<SignIns, undefined>({
      query: () => ({ path: signInsPath }),
      providesTags: ["SignIn"],
    }),
    endSignIn: build.mutation<null, { signInId: string }>({
      query: (ref) => ({ path: pathTo(signInPath, ref), method: "DELETE" }),
      invalidatesTags: ["SignIn"],
    }),
    endOtherSignIns: build.mutation<null, undefined>({
      query: () => ({ path: signInsPath, method: "DELETE" }),
      invalidatesTags: ["SignIn"],
    }),
    getSecondFactor: build.query<SecondFactor, undefined>({
      query: () => ({ path: factorPath }),
      providesTags: ["SecondFactor"],
    }),
    enrolSecondFactor: build.mutation<Enrolment, RequestOf<typeof factorPath, "post">>({
      query: (body) => ({ path: factorPath, method: "POST", body }),
    }),
    confirmSecondFactor: build.mutation<RecoveryCodes, RequestOf<typeof factorPath, "put">>({
      query: (body) => ({ path: factorPath, method: "PUT", body }),
      invalidatesTags: (_, error) => (error ? [] : ["SecondFactor", "SignIn"]),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          () => dispatch(secondFactorChanged(true)),
          () => undefined,
        );
      },
    }),
    dropSecondFactor: build.mutation<null, Proof>({
      query: (body) => ({ path: offPath, method: "POST", body }),
      invalidatesTags: (_, error) => (error ? [] : ["SecondFactor"]),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          () => dispatch(secondFactorChanged(false)),
          () => undefined,
        );
      },
    }),
    renewRecoveryCodes: build.mutation<RecoveryCodes, Proof>({
      query: (body) => ({ path: codesPath, method: "POST", body }),
      invalidatesTags: (_, error) => (error ? [] : ["SecondFactor"]),
    }),
  }),
});

export const {
  useChangePasswordMutation,
  useChooseLanguageMutation,
  useListSignInsQuery,
  useEndSignInMutation,
  useEndOtherSignInsMutation,
  useGetSecondFactorQuery,
  useEnrolSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useDropSecondFactorMutation,
  useRenewRecoveryCodesMutation,
} = accountApi;
