import type { Offers } from "../../core/rpc/offers.ts";

const EVERY_MINUTE = { cron: "* * * * *" };

export const maintenance: Offers = {
  jobs: ({ settings }) => [
    { operation: "operator.maintenance.sweep", when: { cron: "17 * * * *" } },
    { operation: "operator.alerts.check", when: EVERY_MINUTE },
    { operation: "operator.alerts.checkProcess", when: EVERY_MINUTE, perProcess: true },
    // more often than BACKUP_CRON, as it also makes what was missed
    ...(settings.backups.cron === null ? [] : [{ operation: "operator.backups.run", when: EVERY_MINUTE }]),
  ],
};
