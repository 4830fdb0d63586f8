import type { Context, Deps, Principal, StaffPrincipal } from "../core/rpc/context.ts";
import { internalCall } from "../core/rpc/internal-call.ts";
import { STAFF_ROLES, type StaffRole } from "../shared/people/accounts.ts";
import { colleague, partner, staff } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import { type Caller, isPartnerCaller, PARTNER_CALLERS, type PartnerCaller } from "./roles.ts";

const PARTNERS = Object.keys(PARTNER_CALLERS) as PartnerCaller[];
export const CALLERS: readonly Caller[] = ["visitor", ...PARTNERS, ...STAFF_ROLES, "operator", "schedule"];

/** Principals of every kind; their accounts exist, because some procedures read them. */
export class Callers {
  readonly #accounts = new Map<string, string>();

  static async create(app: TestApp): Promise<Callers> {
    const callers = new Callers();
    const { id: owner } = await partner(app);
    for (const caller of PARTNERS) {
      const role = PARTNER_CALLERS[caller];
      callers.#accounts.set(caller, role === "owner" ? owner : (await colleague(app, owner, role)).id);
    }
    for (const role of STAFF_ROLES) callers.#accounts.set(role, await staff(app, role));
    return callers;
  }

  staff(role: StaffRole): StaffPrincipal {
    return {
      kind: "staff",
      id: this.#accounts.get(role) ?? "none",
      name: role,
      role,
      mfaEnabled: false,
      sessionId: null,
      authenticatedAt: new Date(),
      isService: false,
      usedPasskey: false,
    };
  }

  principal(caller: Caller): Principal {
    if (caller === "visitor" || caller === "schedule") return { kind: caller };
    if (caller === "operator") return { kind: caller, name: "o" };
    if (!isPartnerCaller(caller)) return this.staff(caller);
    const [id = "none", personId = "none"] = ["partner", caller].map((each) => this.#accounts.get(each));
    const person = { id: personId, name: "p", role: PARTNER_CALLERS[caller] };
    return { kind: "partner", id, name: "p", person, sessionId: "0", authenticatedAt: new Date() };
  }
}

/** A context whose credentials are those of the principal. */
export function contextOf(principal: Principal, deps: Deps): Context {
  const call = internalCall("cli", { kind: "operator", name: "o" });
  const trusted = principal.kind === "operator" || principal.kind === "schedule" ? { principal } : {};
  const { principal: _, ...rest } = call;
  const credentials = {
    staffToken: "t",
    partnerToken: "t",
    device: undefined,
    joined: undefined,
    left: undefined,
    basic: undefined,
    bearer: undefined,
  };
  return {
    deps,
    call: { ...rest, ...trusted, credentials },
    authenticator: {
      staffBySession: async () => (principal.kind === "staff" ? principal : null),
      staffByBasic: async () => Promise.reject(new Error("no Basic was sent")),
      staffByToken: async () =>
        principal.kind === "staff" ? principal : Promise.reject(new Error("no account")),
      partnerBySession: async () => (principal.kind === "partner" ? principal : null),
    },
  };
}

const isStream = (output: unknown): output is AsyncIterable<unknown> =>
  typeof output === "object" && output !== null && Symbol.asyncIterator in output;

/** Ends a download that is not read. */
export async function endStream(output: unknown): Promise<void> {
  if (isStream(output)) await output[Symbol.asyncIterator]().return?.();
}
