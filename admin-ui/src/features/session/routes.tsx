import type { RouteObject } from "react-router";
import type { RoutePlace } from "@/shared/screens/route-place";

export const place: RoutePlace = "signed-out";

export const routes: RouteObject[] = [
  { path: "sign-in", lazy: async () => ({ Component: (await import("./pages/sign-in-page")).SignInPage }) },
  {
    path: "forgot-password",
    lazy: async () => ({ Component: (await import("./pages/forgot-password-page")).ForgotPasswordPage }),
  },
  {
    path: "reset-password",
    lazy: async () => ({ Component: (await import("./pages/reset-password-page")).ResetPasswordPage }),
  },
  { path: "sign-up", lazy: async () => ({ Component: (await import("./pages/sign-up-page")).SignUpPage }) },
  { path: "welcome", lazy: async () => ({ Component: (await import("./pages/welcome-page")).WelcomePage }) },
  { path: "invitation", lazy: async () => ({ Component: (await import("./pages/invitation-page")).InvitationPage }) },
];
