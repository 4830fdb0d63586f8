import type { Call, OperatorPrincipal, SchedulePrincipal } from "./context.ts";
import { ResponseHeaders } from "./response-headers.ts";

/** A call from this machine: its transport vouches for the principal, and it carries no credentials. */
export const internalCall = (
  transport: "socket" | "cli" | "schedule",
  principal: OperatorPrincipal | SchedulePrincipal,
): Call => ({
  requestId: Bun.randomUUIDv7(),
  transport,
  address: null,
  userAgent: null,
  credentials: {
    staffToken: undefined,
    partnerToken: undefined,
    device: undefined,
    joined: undefined,
    left: undefined,
    basic: undefined,
    bearer: undefined,
  },
  principal,
  responseHeaders: new ResponseHeaders(),
  invocations: [],
});
