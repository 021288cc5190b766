import { t } from "@lingui/core/macro";

/** The texts that components of MUI bring along, in the language that is shown. */
export function ownTexts() {
  return {
    MuiAutocomplete: {
      defaultProps: {
        clearText: t`Clear`,
        closeText: t`Close`,
        loadingText: t`Loading…`,
        noOptionsText: t`No options`,
        openText: t`Open`,
      },
    },
    MuiAlert: { defaultProps: { closeText: t`Close` } },
    MuiBreadcrumbs: { defaultProps: { expandText: t`Show path` } },
  };
}
