import { ownStaffProcedure, router, staffProcedure, visitorProcedure } from "../../core/trpc.ts";
import {
  createInput,
  loginInput,
  loginOutput,
  logoutOutput,
  MISSING_AT_LOGIN,
  MISSING_IN_CREATE,
  sessionOutput,
  staffUser,
} from "./schema.ts";
import * as accounts from "./service.ts";

export const adminSession = router({
  login: visitorProcedure
    .meta({ rest: "POST /api/admin/login", summary: "Sign in as staff", missing: MISSING_AT_LOGIN })
    .input(loginInput)
    .output(loginOutput)
    .mutation(({ ctx, input, path }) => accounts.login(ctx, input, path)),
  logout: visitorProcedure
    .meta({ rest: "POST /api/admin/logout", summary: "End one's session" })
    .output(logoutOutput)
    .mutation(({ ctx, path }) => accounts.logout(ctx, path)),
  current: ownStaffProcedure
    .meta({ rest: "GET /api/admin/session", summary: "Who is signed in" })
    .output(sessionOutput)
    .query(({ ctx }) => accounts.currentSession(ctx)),
});

export const adminUsers = router({
  create: staffProcedure("super_admin")
    .meta({
      rest: "POST /api/admin/users",
      status: 201,
      cli: "admin create",
      summary: "Add a staff account",
      missing: MISSING_IN_CREATE,
    })
    .input(createInput)
    .output(staffUser)
    .mutation(({ ctx, input, path }) => accounts.create(ctx, input, path)),
});
