import type { z } from "zod";
import type { ownReport } from "../../../../../modules/reports/schema.ts";

export type OwnReport = z.output<typeof ownReport>;
