import { z } from "zod";
import { idInPath, linkToken, requiredText } from "../../../shared/fields.ts";
import { withoutCardNumbers } from "../../../shared/money/card-numbers.ts";

export const SAID_BY = ["owner", "staff"] as const;

const NAME_MAX = 100; // characters

export const placeInput = z.object({ id: idInPath });
export const nameInput = z.object({
  id: idInPath,
  name: requiredText("Name", NAME_MAX).transform(withoutCardNumbers),
});
export const removeInput = z.object({ id: idInPath, supplierId: idInPath });
export const confirmInput = z.object({ token: linkToken() });

/** A slaughterhouse or distributor as everyone sees it. */
export const publicSupplier = z.object({
  name: z.string(),
  /** The last day for which it is confirmed. */
  until: z.string(),
  by: z.enum(SAID_BY),
});
export type PublicSupplier = z.output<typeof publicSupplier>;

export const supplier = publicSupplier.extend({
  id: z.string(),
  confirmedAt: z.date(),
  /** Whether that day has passed, so that only the owner and staff see it. */
  lapsed: z.boolean(),
});
export type Supplier = z.output<typeof supplier>;
export const supplierList = z.array(supplier);
