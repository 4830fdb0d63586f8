import type { Partner } from "../../../modules/partners/schema.ts";
import { textOf } from "./text-of.ts";

/** What the edit form can change. */
export type Entered = Pick<Partner, "businessName" | "contactName" | "phone" | "isVerified">;

export const readEntered = (form: FormData): Entered => ({
  businessName: textOf(form, "businessName"),
  contactName: textOf(form, "contactName"),
  phone: textOf(form, "phone"),
  isVerified: form.get("isVerified") !== null,
});
