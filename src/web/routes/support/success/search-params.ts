import { z } from "zod";

/** `declined`: the visitor comes from declining the payment. It only words a failure that the server confirms. */
export const resultSearchParams = z.object({ declined: z.literal(true).optional().catch(undefined) });
