import type { Answer } from "../api/types";

export type Session = Answer<"/api/auth/session", "post">;
export type Account = Session["account"];
export type Website = Session["websites"][number];
