import { z } from "zod";
import {
  partnerProcedure,
  recentPartnerProcedure,
  router,
  visitorProcedure,
} from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import * as schema from "../../../shared/people/passkeys.ts";
import { profile } from "../schema.ts";
import { loginWithPasskey } from "../sign-in.ts";
import * as passkeys from "./service.ts";

export const ownPartnerPasskeys = router({
  list: partnerProcedure
    .meta({ rest: "GET /partner/api/passkeys", summary: "List your passkeys" })
    .output(z.array(schema.passkey))
    .query(({ ctx }) => passkeys.list(ctx).then((found) => [...found])),
  startAdding: recentPartnerProcedure
    .meta({ rest: "POST /partner/api/passkeys/options", summary: "Start adding a passkey" })
    .output(schema.creationOptions)
    .mutation(({ ctx }) => passkeys.startAdding(ctx)),
  add: recentPartnerProcedure
    .meta({ rest: "POST /partner/api/passkeys", status: 201, summary: "Add a passkey" })
    .input(schema.addPasskeyInput)
    .output(schema.passkey)
    .mutation(({ ctx, input }) => passkeys.add(ctx, input)),
  rename: partnerProcedure
    .meta({ rest: "PUT /partner/api/passkeys/{id}", summary: "Rename a passkey" })
    .input(schema.renamePasskeyInput)
    .output(schema.passkey)
    .mutation(({ ctx, input }) => passkeys.rename(ctx, input)),
  delete: recentPartnerProcedure
    .meta({ rest: "DELETE /partner/api/passkeys/{id}", summary: "Remove a passkey" })
    .input(schema.passkeyId)
    .output(success)
    .mutation(({ ctx, input }) => passkeys.remove(ctx, input.id)),
  startSignIn: visitorProcedure
    .meta({
      rest: "POST /partner/api/passkeys/sign-in/options",
      summary: "Start signing in with a passkey as a partner",
      rateLimit: "passkey",
    })
    .output(schema.requestOptions)
    .mutation(({ ctx }) => passkeys.startSignIn(ctx)),
  signIn: visitorProcedure
    .meta({ rest: "POST /partner/api/passkeys/sign-in", summary: "Sign in as a partner with a passkey" })
    .input(schema.signInInput)
    .output(profile)
    .mutation(({ ctx, input }) => loginWithPasskey(ctx, input.response)),
});
