import type { z } from "zod";
import type { ownReport } from "../../../../../modules/directory/reports/schema.ts";

export type OwnReport = z.output<typeof ownReport>;
