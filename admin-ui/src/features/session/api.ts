import { api } from "@/shared/api/base-api";
import type { Answer, RequestOf } from "@/shared/api/types";

const sessionPath = "/api/auth/session";
export type Credentials = RequestOf<typeof sessionPath, "post">;

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<Answer<typeof sessionPath, "post">, Credentials>({
      query: (body) => ({ path: sessionPath, method: "POST", body }),
    }),
  }),
});

export const { useSignInMutation } = sessionApi;
