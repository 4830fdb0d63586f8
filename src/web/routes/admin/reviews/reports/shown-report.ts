import type { z } from "zod";
import type { reportCase } from "../../../../../modules/directory/reports/schema.ts";

export type ShownReport = z.output<typeof reportCase>;
