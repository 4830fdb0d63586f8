import { createContext, use } from "react";
import type { z } from "zod";
import type { sessionOutput } from "../../../modules/accounts/schema.ts";

/** Who is signed in: `username`, `userId`, `role`, `mfaEnabled`. */
export type Staff = z.output<typeof sessionOutput>;

export const StaffContext = createContext<Staff | null>(null);

/** Only inside a `StaffFrame`, which renders its children for signed-in staff only. */
export function useStaff(): Staff {
  const staff = use(StaffContext);
  if (!staff) throw new Error("No staff frame around this component");
  return staff;
}
