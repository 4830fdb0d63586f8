import type { ShownCase } from "./shown.ts";
import type { OwnershipKind } from "./use-cases.ts";

export interface DecidePartProps {
  readonly kind: OwnershipKind;
  readonly shown: ShownCase;
  readonly onSettled: () => Promise<void>;
  /** What an approval does. */
  readonly applies: string;
  /** Why it can only be rejected; null if it can be approved. */
  readonly blocked: string | null;
}
