import { rm, stat } from "node:fs/promises";
import type { z } from "zod";
import { derivePassphraseKey, newSalt } from "../../../core/crypto/backup-encryption.ts";
import { lastSlot, nextSlot } from "../../../core/jobs/schedule.ts";
import type { ActionContext } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import type { Settings } from "../../../env.ts";
import { days } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { writeEncrypted } from "./backup.ts";
import { keyNeededBy } from "./keys.ts";
import { beginRun, endRun, keepAlive, lastRuns } from "./runs.ts";
import type { operatorCreateInput } from "./schema.ts";
import { createBackupStore, newBackupName, type StoredBackup } from "./store.ts";

type Options = Omit<z.output<typeof operatorCreateInput>, "pin"> & { readonly pin?: boolean };

/** Makes a backup in the store by hand. Throws 409 while another one is being made, and 429 to staff and tokens. */
export async function create(ctx: ActionContext, options: Options) {
  if (ctx.principal.kind !== "operator") await ctx.deps.rateLimiter.take("backups", EVERYONE);
  const made = await makeBackup(ctx, options, null);
  if (!made) throw new DomainError("conflict", "Another backup is being made: try again once it is done");
  return made;
}

/**
 * Makes the backup that was due last, unless it was made or another instance is making it, and deletes what the retention
 * rules do not keep. Called every minute, so that a backup that was missed, because no server ran or the one that made it
 * died, is made late and not left out. One that failed is tried again after a quarter of an hour, in three attempts at
 * most.
 */
export async function runScheduled(ctx: ActionContext) {
  const { deps } = ctx;
  const { cron, evidence } = deps.settings.backups;
  skipAuditCheck(ctx); // recorded only by the instance that makes it
  const dueAt = lastSlot(cron ?? EVERY_MINUTE, deps.now());
  if (dueAt && (await makeBackup(ctx, { evidence }, dueAt))) await pruneStore(ctx, false);
  return { success: true as const };
}

/** However many accounts and addresses ask. */
const EVERYONE = "all";
const EVERY_MINUTE = "* * * * *";

async function keyOf(passphrase: string | undefined) {
  if (passphrase === undefined) return {};
  const salt = newSalt();
  return { key: await derivePassphraseKey(passphrase, salt), salt };
}

/** Null if another backup is being made. A failure is logged with its cause and kept for `backup schedule`. */
async function makeBackup(ctx: ActionContext, options: Options, dueAt: Date | null) {
  const { deps } = ctx;
  const byHand = options.pin ? ("pinned" as const) : ("manual" as const);
  const name = newBackupName(deps.now(), dueAt === null ? byHand : "scheduled", options.label);
  const isOurs = await deps.db.transaction(async (tx) => {
    const begun = await beginRun(tx, deps, name, dueAt);
    if (begun) await record(tx, ctx, { subject: name });
    return begun;
  });
  if (!isOurs) return null;
  const stop = keepAlive(deps, name);
  try {
    const key = options.key ? {} : await keyOf(deps.settings.backups.passphrase);
    const made = await store(ctx, name, { ...options, ...key });
    await endRun(deps, name, made);
    return { name, ...made };
  } catch (error) {
    const cause = causeOf(error);
    deps.log.error({ backup: name, cause, ...errorLogFields(error) }, "backup failed");
    await endRun(deps, name, { error: cause }).catch(() => {}); // the run counts as failed once its heartbeat is too old
    throw error;
  } finally {
    stop();
  }
}

async function store({ deps }: ActionContext, name: string, options: Options) {
  const backups = createBackupStore(deps.settings);
  const unfinished = await backups.unfinishedPath(name);
  try {
    const { rows, attachments } = await writeEncrypted(deps, unfinished, options);
    const { size: bytes } = await stat(unfinished);
    await backups.add(name, unfinished);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    return { bytes, rows: total, evidence: attachments?.stored ?? 0 };
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** The message of a system error names the file and the reason; any other message may hold personal data. */
function causeOf(error: unknown): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined ? message : String(errorLogFields(error).error);
}

/** What is in the store, newest first, and which key each of them needs. */
export async function list({ deps }: ActionContext) {
  const store = createBackupStore(deps.settings);
  const found = await store.list();
  return Promise.all(found.map(async (each) => ({ ...each, ...(await keyNeededBy(deps, store, each)) })));
}

/** Deletes one backup, even if a retention rule keeps it. Throws 404 if the store has none of this name. */
export async function remove(ctx: ActionContext, { name }: { readonly name: string }) {
  const store = createBackupStore(ctx.deps.settings);
  if (!(await store.list()).some((each) => each.name === name))
    throw new DomainError("notFound", `There is no backup ${name} in ${store.location}.`);
  await ctx.deps.db.transaction((tx) => record(tx, ctx, { subject: name }));
  await store.remove(name);
  return { success: true as const };
}

/** Deletes the backups in the store that the retention rules do not keep; with `dryRun` only lists them. */
export async function prune(ctx: ActionContext, { dryRun }: { readonly dryRun: boolean }) {
  if (dryRun) skipAuditCheck(ctx);
  return pruneStore(ctx, dryRun);
}

async function pruneStore(ctx: ActionContext, dryRun: boolean) {
  const { settings, db, now } = ctx.deps;
  const backups = createBackupStore(settings);
  const found = await backups.list();
  const kept = keptBackups(found, settings.backups.keep, now());
  const deleted = found.map(({ name }) => name).filter((name) => !kept.has(name));
  if (!dryRun) {
    if (deleted.length > 0 || ctx.principal.kind === "operator")
      await db.transaction((tx) => record(tx, ctx, { subject: null, after: { deleted } }));
    for (const name of deleted) await backups.remove(name);
  }
  return { kept: kept.size, deleted };
}

/** What is scheduled, and how the last backups in the store ended. */
export async function schedule({ deps }: ActionContext) {
  const { cron, keep, evidence, passphrase } = deps.settings.backups;
  const { success, failure, running } = await lastRuns(deps);
  return {
    cron: cron ?? "off",
    next: cron === null ? null : nextSlot(cron, deps.now()),
    location: createBackupStore(deps.settings).location,
    encryption: passphrase === undefined ? ("secret key" as const) : ("passphrase" as const),
    evidence,
    keep,
    lastSuccess: success ? { at: success.startedAt, name: success.name, bytes: success.bytes ?? 0 } : null,
    lastFailure: failure ? { at: failure.startedAt, error: failure.error ?? "" } : null,
    runningSince: running?.startedAt ?? null,
  };
}

type Rules = Settings["backups"]["keep"];

/** How long one that was made by hand is there for certain: it is the way back from what followed. */
const MANUAL_KEPT = days(30);
const MONDAY = days(4); // the first Monday of Unix time was 1970-01-05

const PERIODS: { readonly [rule in keyof Rules]: (at: Date) => string } = {
  last: (at) => at.toISOString(),
  hourly: (at) => at.toISOString().slice(0, 13),
  daily: (at) => at.toISOString().slice(0, 10),
  weekly: (at) => String(Math.floor((at.getTime() - MONDAY) / days(7))),
  monthly: (at) => at.toISOString().slice(0, 7),
};

/**
 * The names of the backups, newest first, that the rules keep: the last ones, the newest one of each of the last hours, days,
 * weeks and months that have one (in UTC), and always the newest of all, those of the last 30 days that were made by hand, and
 * the pinned ones. All of them if every rule is 0. One from the future, by its name, stays but counts
 * for nothing: a wrong clock or a foreign file must not push the others out.
 */
export function keptBackups(
  found: readonly StoredBackup[],
  rules: Partial<Rules>,
  now: Date,
): ReadonlySet<string> {
  const newestFirst = found.filter(({ madeAt }) => madeAt <= now);
  const isUnlimited = Object.values(rules).every((count) => count === 0);
  const kept = new Set(newestFirst.slice(0, isUnlimited ? newestFirst.length : 1).map(({ name }) => name));
  for (const rule of ["last", "hourly", "daily", "weekly", "monthly"] as const) {
    const periods = new Set<string>();
    for (const { name, madeAt } of newestFirst) {
      const period = PERIODS[rule](madeAt);
      if (periods.has(period) || periods.size >= (rules[rule] ?? 0)) continue;
      periods.add(period);
      kept.add(name);
    }
  }
  for (const { name, madeAt, kind } of found) {
    const isRecent = madeAt.getTime() > now.getTime() - MANUAL_KEPT;
    if (madeAt > now || kind === "pinned" || (kind === "manual" && isRecent)) kept.add(name);
  }
  return kept;
}
