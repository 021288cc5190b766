import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Account, Session, Website } from "./types";

/** Session state; the access token is stored nowhere else. */
export type SessionState =
  | { status: "unknown" }
  | { status: "unreachable" }
  | { status: "signed-out"; reason: "none" | "ended" | "signed-out" }
  | { status: "signed-in"; accessToken: string; account: Account; websites: Website[] };

const slice = createSlice({
  name: "session",
  initialState: { status: "unknown" } as SessionState,
  reducers: {
    sessionStarted: (_, { payload }: PayloadAction<Session>): SessionState => ({
      status: "signed-in",
      accessToken: payload.accessToken,
      account: payload.account,
      websites: payload.websites,
    }),
    /** The user has created a site. */
    websiteMade: (state, { payload }: PayloadAction<Website>) => {
      if (state.status === "signed-in") state.websites.push(payload);
    },
    /** Site data used by every screen have changed. */
    websiteChanged: (
      state,
      {
        payload,
      }: PayloadAction<Pick<Website, "id"> & Partial<Pick<Website, "currency" | "timeZone" | "secondFactorRequired">>>,
    ) => {
      const known = state.status === "signed-in" ? state.websites.find(({ id }) => id === payload.id) : undefined;
      if (known !== undefined) Object.assign(known, payload);
    },
    /** Two-step sign-in was turned on or off. */
    secondFactorChanged: (state, { payload }: PayloadAction<boolean>) => {
      if (state.status === "signed-in") state.account.hasSecondFactor = payload;
    },
    /** The user has chosen a language of the admin, null for that of the browser. */
    languageChanged: (state, { payload }: PayloadAction<string | null>) => {
      if (state.status === "signed-in") state.account.language = payload;
    },
    sessionEnded: (_, { payload }: PayloadAction<"none" | "ended" | "signed-out">): SessionState => ({
      status: "signed-out",
      reason: payload,
    }),
    serverUnreachable: (): SessionState => ({ status: "unreachable" }),
  },
});

export const {
  sessionStarted,
  websiteMade,
  websiteChanged,
  secondFactorChanged,
  languageChanged,
  sessionEnded,
  serverUnreachable,
} = slice.actions;
export const sessionReducer = slice.reducer;

/** The part of the store that shared code uses. */
export interface SessionRoot {
  session: SessionState;
}
