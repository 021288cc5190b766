import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ScheduleDialog } from "@/shared/page-status/schedule-dialog";
import type { Page } from "../api";
import { usePageStatus } from "../hooks/use-page-status";

interface PublishLaterProps {
  page: Page;
  save: () => Promise<boolean>;
  onClose: () => void;
}

/** Saves the page and schedules its publication. */
export default function PublishLater({ page, save, onClose }: PublishLaterProps) {
  const { change, isChanging } = usePageStatus(page, save);
  const [refusal, setRefusal] = useState<string | null>(null);
  const schedule = async (publishOn: number) => {
    const outcome = await change({ status: "scheduled", publishOn }, t`Scheduled`);
    setRefusal(outcome);
    if (outcome === null) onClose();
  };
  return (
    <ScheduleDialog busy={isChanging} error={refusal} onChosen={(time) => void schedule(time)} onClose={onClose} />
  );
}
