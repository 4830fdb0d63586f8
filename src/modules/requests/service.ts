import { and, eq } from "drizzle-orm";
import type { ActionContext, PartnerPrincipal } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import { record } from "../audit/service.ts";
import { lockOwn } from "../partners/service.ts";
import { sameNameAndAddress } from "../pois/service.ts";
import { requestOf } from "./queries.ts";
import { OPEN_REQUESTS_MOST, type PlaceRequest, type RequestFields } from "./schema.ts";
import { poiRequests } from "./table.ts";

/**
 * A partner asks for a place that the directory lacks. Throws 409 with `place` where the same name stands at the same
 * address, 409 where this partner waits for the same already, and with ten open requests. // contract 5
 */
export async function submit(
  acting: ActionContext<PartnerPrincipal>,
  fields: RequestFields,
): Promise<PlaceRequest> {
  const { deps, principal } = acting;
  return deps.db.transaction(async (tx) => {
    const { businessName } = await lockOwn(tx, acting);
    await refuseSecond(tx, principal.id, fields);
    await refuseListed(tx, fields);
    const values = { ...fields, id: randomId(), partnerId: principal.id, submittedAt: deps.now() };
    const [row] = await tx
      .insert(poiRequests)
      .values({ ...values, partnerName: businessName })
      .returning();
    if (!row) throw new Error("an inserted request did not come back");
    const { name, city, state, category } = row;
    await record(tx, acting, { subject: row.id, after: { name, city, state, category } });
    return requestOf(row);
  });
}

/** Throws 409 with the place that has the same name at the same address; also what an approval asks. */
export async function refuseListed(tx: Tx, fields: RequestFields): Promise<void> {
  const found = await sameNameAndAddress(tx, fields);
  if (!found) return;
  const { id, name, address } = found;
  throw new DomainError("conflict", "This location is already listed", {
    facts: { place: { id, name, address } },
  });
}

async function refuseSecond(tx: Tx, partnerId: string, fields: RequestFields): Promise<void> {
  const mine = and(eq(poiRequests.partnerId, partnerId), eq(poiRequests.status, "pending"));
  const open = await tx.select().from(poiRequests).where(mine);
  if (open.some((each) => keyOf(each) === keyOf(fields))) {
    throw new DomainError("conflict", "You already have a pending request for this location");
  }
  if (open.length >= OPEN_REQUESTS_MOST) {
    const sentence = `You have ${OPEN_REQUESTS_MOST} open requests. Please wait until one of them is decided.`;
    throw new DomainError("conflict", sentence);
  }
}

type Location = Pick<RequestFields, "name" | "address" | "city" | "state">;

/** A form that is sent twice says the same, whatever its capitals and spaces. */
const keyOf = ({ name, address, city, state }: Location): string =>
  JSON.stringify(
    [name, address, city, state].map((text) =>
      text
        .toLowerCase()
        .replace(/[\s.,]+/g, " ")
        .trim(),
    ),
  );
