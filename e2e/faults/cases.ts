import type { Case } from "../suite.ts";
import { bouncer, neon } from "./drivers.ts";
import { startTogether, twoInstances } from "./instances.ts";
import { killApp, killEmbedded, killPostgres } from "./kills.ts";
import { outage } from "./outage.ts";
import { poison } from "./poison.ts";
import { startCommand, stopping } from "./stopping.ts";

/** All that is done to the product from outside; the tests run the short form. */
export const cases: readonly Case[] = [
  killEmbedded,
  killApp,
  killPostgres,
  outage,
  startTogether,
  twoInstances,
  poison,
  stopping,
  startCommand,
  neon,
  bouncer,
];
