import type { z } from "zod";
import type { waitingReading } from "../../../../../modules/evidence/schema.ts";

/** A certificate that waits for a reading. */
export type Waiting = z.output<typeof waitingReading>;
