import { z } from "zod";
import {
  recentStaffBeforeMfaProcedure,
  recentStaffSelfProcedure,
  router,
  staffBeforeMfaProcedure,
  staffSelfProcedure,
  visitorProcedure,
} from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import * as schema from "../../../shared/people/passkeys.ts";
import { loginOutput } from "../schema.ts";
import * as passkeys from "./service.ts";
import { loginWithPasskey } from "./sign-in.ts";

export const adminPasskeys = router({
  list: staffBeforeMfaProcedure
    .meta({ rest: "GET /api/admin/passkeys", summary: "List your passkeys" })
    .output(z.array(schema.passkey))
    .query(({ ctx }) => passkeys.list(ctx).then((found) => [...found])),
  startAdding: recentStaffBeforeMfaProcedure
    .meta({ rest: "POST /api/admin/passkeys/options", summary: "Start adding a passkey" })
    .output(schema.creationOptions)
    .mutation(({ ctx }) => passkeys.startAdding(ctx)),
  add: recentStaffBeforeMfaProcedure
    .meta({ rest: "POST /api/admin/passkeys", status: 201, summary: "Add a passkey" })
    .input(schema.addPasskeyInput)
    .output(schema.passkey)
    .mutation(({ ctx, input }) => passkeys.add(ctx, input)),
  rename: staffSelfProcedure
    .meta({ rest: "PUT /api/admin/passkeys/{id}", summary: "Rename a passkey" })
    .input(schema.renamePasskeyInput)
    .output(schema.passkey)
    .mutation(({ ctx, input }) => passkeys.rename(ctx, input)),
  delete: recentStaffSelfProcedure
    .meta({ rest: "DELETE /api/admin/passkeys/{id}", summary: "Remove a passkey" })
    .input(schema.passkeyId)
    .output(success)
    .mutation(({ ctx, input }) => passkeys.remove(ctx, input.id)),
  startSignIn: visitorProcedure
    .meta({
      rest: "POST /api/admin/passkeys/sign-in/options",
      summary: "Start signing in with a passkey as staff",
      rateLimit: "passkey",
    })
    .output(schema.requestOptions)
    .mutation(({ ctx }) => passkeys.startSignIn(ctx)),
  signIn: visitorProcedure
    .meta({ rest: "POST /api/admin/passkeys/sign-in", summary: "Sign in as staff with a passkey" })
    .input(schema.signInInput)
    .output(loginOutput)
    .mutation(({ ctx, input }) => loginWithPasskey(ctx, input.response)),
});
