import type { Case } from "../suite.ts";
import { approvals } from "./approvals.ts";
import { cards } from "./cards.ts";
import { bouncer, neon } from "./drivers.ts";
import { killGift } from "./gifts.ts";
import { startTogether, twoInstances } from "./instances.ts";
import { killApp, killEmbedded, killPostgres } from "./kills.ts";
import { outage } from "./outage.ts";
import { poison } from "./poison.ts";
import { startCommand, stopping } from "./stopping.ts";
import { syncKills, syncOutage, syncTriggers, syncZombie } from "./sync.ts";
import { uploads } from "./uploads.ts";

/** All that is done to the product from outside; the tests run the short form. */
export const cases: readonly Case[] = [
  killEmbedded,
  killApp,
  killPostgres,
  killGift,
  cards,
  outage,
  startTogether,
  twoInstances,
  approvals,
  uploads,
  poison,
  stopping,
  startCommand,
  neon,
  bouncer,
  syncKills,
  syncZombie,
  syncTriggers,
  syncOutage,
];
