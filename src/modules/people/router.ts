import { recentStaffProcedure, router } from "../../core/rpc/procedures.ts";
import { forgetInput, forgetOutput } from "./schema.ts";
import { forget } from "./service.ts";

export const adminPeople = router({
  forget: recentStaffProcedure("admin", "super_admin")
    .meta({
      cli: "waitlist forget <email>",
      summary: "Erase a person: everything kept about an email address, and name what stays",
    })
    .input(forgetInput)
    .output(forgetOutput)
    .mutation(({ ctx, input }) => forget(ctx, input.email)),
});
