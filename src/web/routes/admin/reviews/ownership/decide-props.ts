import type { Decision } from "../../../../../shared/reviews/reviews.ts";
import type { CaseVersion, ShownCase } from "./shown.ts";
import type { OwnershipKind } from "./use-cases.ts";

export interface DecideActions {
  /** The decision being made; null while the case is only read. */
  readonly decision: Decision | null;
  readonly onDecide: (decision: Decision | null) => void;
  readonly onSettled: () => Promise<void>;
}

export interface DecidePartProps extends DecideActions {
  readonly kind: OwnershipKind;
  readonly shown: ShownCase;
  /** What the reviewer saw on opening the case. */
  readonly opened: CaseVersion;
  /** What an approval does. */
  readonly applies: string;
  /** Why it can only be rejected; null if it can be approved. */
  readonly blocked: string | null;
}
