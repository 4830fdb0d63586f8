import type { Database } from "../../db/client.ts";
import { BEHIND, failureReason, type Position, positionOf, stateOf, whyBehind } from "./position.ts";
import { replicaProblem } from "./reachable.ts";

/** Whether exports and searches are read from a replica, and if not, why. */
export type ReplicaCondition =
  | { readonly kind: "used" | "primary" | "other database" }
  | { readonly kind: "away"; readonly problem: string }
  | { readonly kind: "old timeline"; readonly timeline: number; readonly needed: number }
  /** `age` in seconds of the newest commit that it has replayed; null if it has replayed none since its start. */
  | { readonly kind: "behind"; readonly age: number | null }
  /** `reason` is a sentence or a SQLSTATE. */
  | { readonly kind: "not comparable"; readonly reason: string };

/** Checks a replica as reads do. A failure of it is a condition too, because the primary then answers. */
export async function conditionOf(replica: Database, primary: Database): Promise<ReplicaCondition> {
  const problem = await replicaProblem(replica);
  if (problem !== null) return { kind: "away", problem };
  try {
    const position = await positionOf(primary);
    const reason = await whyBehind(replica, position);
    if (reason === null) return { kind: "used" };
    if (reason !== BEHIND) return { kind: "not comparable", reason };
    return await conditionBehind(replica, primary, position);
  } catch (error) {
    return { kind: "not comparable", reason: failureReason(error) };
  }
}

async function conditionBehind(
  replica: Database,
  primary: Database,
  { database, timeline: needed }: Position,
): Promise<ReplicaCondition> {
  const { isStandby, timeline, replayedAt, ...state } = await stateOf(replica);
  if (!isStandby) return { kind: "primary" };
  if (state.database !== database) return { kind: "other database" };
  if (timeline < needed) return { kind: "old timeline", timeline, needed };
  if (replayedAt === null) return { kind: "behind", age: null };
  // the clock that the time of the commit is from
  const [clock] = await primary.query<{ age: number }>(
    "select extract(epoch from clock_timestamp() - $1::timestamptz)::float8 as age",
    [replayedAt],
  );
  return { kind: "behind", age: clock?.age ?? null };
}
