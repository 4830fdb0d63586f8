import type { PartnerPrincipal } from "../core/rpc/context.ts";
import { randomId } from "../shared/id.ts";
import type { Callers } from "./callers.ts";
import type { SampleEvent, SampleStaff } from "./events.ts";

interface SamplePartner {
  readonly name: string;
  readonly contact: string;
  readonly email: string;
  readonly registeredDaysAgo: number;
  readonly isVerified: boolean;
  readonly deletedDaysAgo?: number;
}

/** `grill` is the one to sign in with. */
export const PARTNERS = {
  grill: {
    name: "Crescent Street Grill (sample)",
    contact: "Yusuf Example",
    email: "partner@example.org",
    registeredDaysAgo: 50,
    isVerified: true,
  },
  foods: {
    name: "Bayt al-Khayr Foods (sample)",
    contact: "Salma Example",
    email: "bayt@example.org",
    registeredDaysAgo: 66,
    isVerified: true,
  },
  sweets: {
    name: "Second Star Sweets (sample)",
    contact: "Omar Pretend",
    email: "second@example.org",
    registeredDaysAgo: 57,
    isVerified: true,
  },
  repairs: {
    name: "Medina Repairs (sample)",
    contact: "Nadia Madeup",
    email: "medina@example.org",
    registeredDaysAgo: 48,
    isVerified: false,
  },
  books: {
    name: "Blue Tile Books (sample)",
    contact: "Tariq Specimen",
    email: "blue@example.org",
    registeredDaysAgo: 39,
    isVerified: false,
  },
  meats: {
    name: "Juniper Halal Meats (sample)",
    contact: "Rahma Invented",
    email: "juniper@example.org",
    registeredDaysAgo: 30,
    isVerified: false,
  },
  closed: {
    name: "Garden Row Kitchen (sample)",
    contact: "Zayd Pretend",
    email: "garden@example.org",
    registeredDaysAgo: 75,
    isVerified: true,
    deletedDaysAgo: 54.2,
  },
} as const satisfies Record<string, SamplePartner>;

export type PartnerKey = keyof typeof PARTNERS;

/** The partners that have registered so far. */
export type Registered = Map<PartnerKey, PartnerPrincipal>;

/** All procedures of a partner. */
export function partnerOf(callers: Callers, registered: Registered, key: PartnerKey) {
  const principal = registered.get(key);
  if (!principal) throw new Error(`${key} has not registered yet`);
  return callers.partner(principal).partner;
}

const COLLEAGUE = { name: "Layla Specimen", email: "layla@example.org" } as const;

/** The owner to sign in with invites a manager. The link is mailed where the demo sends mail, and then waits. */
async function inviteColleague(callers: Callers, registered: Registered): Promise<void> {
  const { people } = partnerOf(callers, registered, "grill");
  const { link } = await people.invite({ email: COLLEAGUE.email, role: "manager" });
  const token = link?.split("/").at(-1);
  if (token)
    await callers.visitor.partner.people.accept({ token, name: COLLEAGUE.name, password: randomId() });
}

/** Partners register, are verified, and one is deleted. `password` is that of the account to sign in with. */
export function partnerEvents(
  callers: Callers,
  { manager }: SampleStaff,
  registered: Registered,
  password: string,
): readonly SampleEvent[] {
  const { partners } = callers.staff(manager).partnerManager;
  const idOf = (key: PartnerKey) => ({ id: registered.get(key)?.id ?? "" });
  return (Object.keys(PARTNERS) as PartnerKey[]).flatMap((key) => {
    const { name, contact, email, registeredDaysAgo, isVerified, deletedDaysAgo }: SamplePartner =
      PARTNERS[key];
    const account = {
      email,
      businessName: name,
      contactName: contact,
      phone: "5550100123",
      password: key === "grill" ? password : randomId(),
    };
    const register = async () => {
      const { id } = await callers.visitor.partner.session.register(account);
      const person = { id, name: contact, role: "owner" } as const;
      registered.set(key, {
        ...{ kind: "partner", id, name, person },
        ...{ sessionId: "sample", authenticatedAt: new Date() },
      });
    };
    const verify = () => partners.verify(idOf(key));
    const remove = () => partners.delete(idOf(key));
    return [
      { daysAgo: registeredDaysAgo, run: register },
      ...(key === "grill" ? [{ daysAgo: 20.3, run: () => inviteColleague(callers, registered) }] : []),
      ...(isVerified ? [{ daysAgo: registeredDaysAgo - 1.2, run: verify }] : []),
      ...(deletedDaysAgo === undefined ? [] : [{ daysAgo: deletedDaysAgo, run: remove }]),
    ];
  });
}
