import { t } from "@lingui/core/macro";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useWebsite } from "@/shared/session/hooks";
import { ScreenBar } from "./screen-bar";

interface WorkspaceBarProps {
  title: string;
  /** Status and actions, in a row behind the title. */
  children: ReactNode;
}

/** Bar of a screen that fills the window, with the way back to the site. */
export function WorkspaceBar({ title, children }: WorkspaceBarProps) {
  const website = useWebsite();
  return (
    <ScreenBar back={{ to: `/sites/${website.id}`, label: t`Home` }}>
      <Typography variant="h2" component="h1" noWrap>
        {title}
      </Typography>
      {children}
    </ScreenBar>
  );
}
