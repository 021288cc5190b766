import type { AuditAction } from "./api";
import { t } from "@lingui/core/macro";

/** Actions on plugins, experiments, links to the reports and load tests. */
export type AddedAction = Extract<
  AuditAction,
  `plugin.${string}` | `experiment.${string}` | `analytics-link.${string}` | `load-${string}`
>;

export const addedAuditTexts: Record<AddedAction, string> = {
  get "analytics-link.create"() {
    return t`Link to the reports made`;
  },
  get "analytics-link.end"() {
    return t`Link to the reports ended`;
  },
  get "experiment.create"() {
    return t`Experiment created`;
  },
  get "experiment.delete"() {
    return t`Experiment deleted`;
  },
  get "experiment.end"() {
    return t`Experiment ended`;
  },
  get "experiment.save"() {
    return t`Experiment changed`;
  },
  get "experiment.start"() {
    return t`Experiment started`;
  },
  get "load-run.end"() {
    return t`Load test ended`;
  },
  get "load-run.remove"() {
    return t`Removal of what a load test made`;
  },
  get "load-run.start"() {
    return t`Load test started`;
  },
  get "load-tests.allow"() {
    return t`Load tests allowed`;
  },
  get "load-tests.forbid"() {
    return t`Load tests no longer allowed`;
  },
  get "load-tests.renew-key"() {
    return t`Key for load tests made`;
  },
  get "plugin.drop-event"() {
    return t`Event for a plugin dropped`;
  },
  get "plugin.install"() {
    return t`Version of a plugin installed`;
  },
  get "plugin.remove"() {
    return t`Plugin removed`;
  },
  get "plugin.replay"() {
    return t`Events delivered to a plugin again`;
  },
  get "plugin.run-job"() {
    return t`Job of a plugin started`;
  },
  get "plugin.save"() {
    return t`Plugin changed`;
  },
  get "plugin.secret.save"() {
    return t`Secret of a plugin changed`;
  },
};
