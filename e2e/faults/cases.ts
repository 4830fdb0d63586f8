import type { Case } from "../harness/suite.ts";
import { approvals } from "./approvals.ts";
import { killBackup, pointInTime } from "./backups.ts";
import { cards } from "./cards.ts";
import { bouncer, neon } from "./drivers.ts";
import { killEvidence } from "./evidence.ts";
import { failover } from "./failover/failover.ts";
import { fullDisk } from "./full-disk.ts";
import { killGift } from "./gifts.ts";
import { killImport } from "./import.ts";
import { installTogether } from "./install.ts";
import { fourInstances, startTogether, twoInstances } from "./instances.ts";
import { killIntake } from "./intake.ts";
import { killApp, killEmbedded, killPostgres } from "./kills.ts";
import { killBroadcast } from "./mails/broadcasts.ts";
import { deadMail } from "./mails/dead-mail.ts";
import { joiningMails, killWorker } from "./mails/joining-mails.ts";
import { killLinks } from "./mails/mailed-links.ts";
import { oneFile } from "./one-file.ts";
import { outage } from "./outage.ts";
import { rotateKey } from "./rotate-key.ts";
import { runbooks } from "./runbooks/runbooks.ts";
import { startCommand, stopping } from "./stopping.ts";
import { poison } from "./sync/poisoned-batch.ts";
import { syncKills, syncOutage, syncTriggers, syncZombie } from "./sync/sync.ts";
import { syncUndo } from "./sync/undo.ts";
import { rollingUpgrade } from "./upgrade/rolling-upgrade.ts";
import { hostileUploads } from "./uploads/hostile-uploads.ts";
import { uploads } from "./uploads/uploads.ts";

/**
 * The cases that the test command runs, in their short form: the most likely effects of a crash or a race. Of those that
 * run beside each other the longest come first.
 */
export const essential: readonly Case[] = [
  oneFile,
  killEmbedded,
  killGift,
  killEvidence,
  syncKills,
  syncUndo,
  joiningMails,
  killLinks,
  syncTriggers,
  approvals,
  twoInstances,
  bouncer,
  stopping,
  rollingUpgrade,
  failover,
];

/** All cases. */
export const cases: readonly Case[] = [
  ...essential,
  cards,
  deadMail,
  outage,
  killApp,
  startCommand,
  installTogether,
  fullDisk,
  killPostgres,
  killImport,
  killIntake,
  killBroadcast,
  killBackup,
  killWorker,
  startTogether,
  rotateKey,
  runbooks,
  pointInTime,
  uploads,
  hostileUploads,
  poison,
  fourInstances,
  neon,
  syncZombie,
  syncOutage,
];
