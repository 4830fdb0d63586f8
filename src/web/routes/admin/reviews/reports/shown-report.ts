import type { z } from "zod";
import type { reportCase } from "../../../../../modules/reports/schema.ts";

export type ShownReport = z.output<typeof reportCase>;
