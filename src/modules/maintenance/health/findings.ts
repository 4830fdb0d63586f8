import type { Problem } from "../../../shared/errors.ts";
import { FINDING_STATES, type Finding, type FindingState } from "./schema.ts";

export const ok = (check: string, sentence: string): Finding => ({ check, state: "ok", sentence });

export const warn = (check: string, sentence: string, remedy: string): Finding => ({
  check,
  state: "warn",
  sentence,
  remedy,
});

export const failed = (check: string, sentence: string, remedy?: string): Finding => ({
  check,
  state: "fail",
  sentence,
  ...(remedy !== undefined && { remedy }),
});

export const failedBy = (check: string, { sentence, remedy }: Problem): Finding =>
  failed(check, sentence, remedy);

export function worstOf(findings: readonly Finding[]): FindingState {
  const worst = Math.max(0, ...findings.map(({ state }) => FINDING_STATES.indexOf(state)));
  return FINDING_STATES[worst] ?? "ok";
}
