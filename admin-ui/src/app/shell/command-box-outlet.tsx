import { Outlet } from "react-router";
import { useCommandBox } from "@/shared/command-box/use-command-box";

/** Layout for screens without the sidebar; the command box opens by keyboard shortcut. */
export function CommandBoxOutlet() {
  const { box } = useCommandBox();
  return (
    <>
      <Outlet />
      {box}
    </>
  );
}
