import { api } from "@/shared/api/base-api";
import type { Answer, RequestOf } from "@/shared/api/types";

const sessionPath = "/api/auth/session";
const forgottenPath = "/api/auth/password/reset-request";
const resetPath = "/api/auth/password/reset";
const signUpPath = "/api/auth/sign-up";
const newAccountPath = "/api/auth/sign-up/account";
const invitationPath = "/api/auth/invitation";
export type Credentials = Required<RequestOf<typeof sessionPath, "post">>;
type Session = Answer<typeof sessionPath, "post">;
export type Invited = Answer<typeof invitationPath, "get">;
export type SignUpLink = Answer<typeof newAccountPath, "get">;
type Accepted = Answer<typeof invitationPath, "post">;

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<Session, Credentials>({
      query: (body) => ({ path: sessionPath, method: "POST", body }),
    }),
    /** The response does not reveal whether the address has an account. */
    forgetPassword: build.mutation<null, RequestOf<typeof forgottenPath, "post">>({
      query: (body) => ({ path: forgottenPath, method: "POST", body }),
    }),
    resetPassword: build.mutation<null, RequestOf<typeof resetPath, "post">>({
      query: (body) => ({ path: resetPath, method: "POST", body }),
    }),
    getSignUp: build.query<Answer<typeof signUpPath, "get">, null>({
      query: () => ({ path: signUpPath }),
    }),
    /** The response does not reveal whether the address has an account. */
    askForAccount: build.mutation<null, RequestOf<typeof signUpPath, "post">>({
      query: (body) => ({ path: signUpPath, method: "POST", body }),
    }),
    getSignUpLink: build.query<SignUpLink, { token: string }>({
      query: ({ token }) => ({ path: newAccountPath, query: { token } }),
    }),
    makeAccount: build.mutation<Session, RequestOf<typeof newAccountPath, "post">>({
      query: (body) => ({ path: newAccountPath, method: "POST", body }),
    }),
    getInvitation: build.query<Invited, { token: string }>({
      query: ({ token }) => ({ path: invitationPath, query: { token } }),
    }),
    /** Creates an account and a session if the invitee has none. */
    acceptInvitation: build.mutation<Accepted | Session, RequestOf<typeof invitationPath, "post">>({
      query: (body) => ({ path: invitationPath, method: "POST", body }),
    }),
  }),
});

export const {
  useSignInMutation,
  useForgetPasswordMutation,
  useResetPasswordMutation,
  useGetSignUpQuery,
  useAskForAccountMutation,
  useGetSignUpLinkQuery,
  useMakeAccountMutation,
  useGetInvitationQuery,
  useAcceptInvitationMutation,
} = sessionApi;
