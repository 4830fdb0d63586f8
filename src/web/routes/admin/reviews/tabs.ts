import type { ComponentType } from "react";
import { REVIEWS } from "./content.ts";
import { useCaseCount } from "./queue/use-queue.ts";
import { ReviewScreen } from "./review-screen.tsx";

interface ReviewTab {
  /** In the URL. */
  readonly id: string;
  readonly label: string;
  /** A hook: how many cases wait; null while unknown. */
  readonly useCount: () => number | null;
  /** Loaded on demand with `lazy`, except the first one. */
  readonly Screen: ComponentType;
}

/** The tabs of the review screen. The first one opens by default. */
export const REVIEW_TABS: readonly [ReviewTab, ...ReviewTab[]] = [
  { id: "cases", label: REVIEWS.cases, useCount: useCaseCount, Screen: ReviewScreen },
];
