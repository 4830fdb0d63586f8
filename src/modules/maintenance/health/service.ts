import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { connectionProblem } from "../../../db/errors.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record, skipAuditCheck } from "../../audit/service.ts";
import { type Status, status } from "../service.ts";
import { backupFinding } from "./backups.ts";
import { databaseFindings } from "./database.ts";
import { deepFindings } from "./deep/checks.ts";
import { diskFindings } from "./disk.ts";
import { failed, worstOf } from "./findings.ts";
import { mailFindings } from "./mail.ts";
import { replicaFinding } from "./replica.ts";
import type { Finding } from "./schema.ts";
import { settingFindings } from "./settings.ts";
import { syncFindings } from "./sync.ts";

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly deepChecks: { running: boolean };
  }
}

type Caller = ActionContext<StaffActor>;

/** The quick checks, which only read. */
export const check = async (ctx: Caller) => answer(ctx, await quickFindings(ctx));

/** The quick checks, and trials of everything that the server depends on. Throws 409 while they are running. */
export async function checkDeeply(ctx: Caller) {
  const { deepChecks } = ctx.deps.state;
  if (deepChecks.running)
    throw new DomainError("conflict", "The deep checks are running already: wait for their end");
  deepChecks.running = true;
  try {
    const quick = await quickFindings(ctx);
    const hasSchema = quick.some(({ check, state }) => check === "schema" && state === "ok");
    if (hasSchema) await ctx.deps.db.transaction((tx) => record(tx, ctx, { subject: null }));
    else skipAuditCheck(ctx); // there is nowhere to record it
    return answer(ctx, [...quick, ...(await deepFindings(ctx.deps, hasSchema))]);
  } finally {
    deepChecks.running = false;
  }
}

const answer = ({ deps }: Caller, findings: readonly Finding[]) => ({
  state: worstOf(findings),
  checkedAt: deps.now(),
  findings: [...findings],
});

/** The findings about the database come last: where it cannot be used there are no more. */
async function quickFindings(ctx: Caller): Promise<readonly Finding[]> {
  const { deps } = ctx;
  const { settings, state } = deps;
  const machine = [...settingFindings(settings), ...(await diskFindings(settings))];
  if (state.diskSpace.isShort)
    machine.push(
      failed(
        "disk space",
        "Writes fail for lack of space.",
        "Make room: the server then writes again by itself.",
      ),
    );
  const begun = deps.now().getTime();
  let found: Status;
  try {
    found = await status(ctx);
  } catch (error) {
    const problem = connectionProblem(error);
    if (problem === undefined) throw error;
    return [
      ...machine,
      failed("database", problem, "Check that the database server runs, and DATABASE_URL."),
    ];
  }
  const now = (begun + deps.now().getTime()) / 2;
  const database = databaseFindings(found, now, settings);
  if (found.pending > 0 || !found.compatible) return [...machine, ...database];
  return [
    ...machine,
    ...database,
    await replicaFinding(deps),
    await backupFinding(deps),
    ...(await mailFindings(deps)),
    ...(await syncFindings(ctx)),
  ];
}
