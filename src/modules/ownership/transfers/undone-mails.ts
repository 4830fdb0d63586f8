import type { UndoneMail } from "../../mail/withdrawal/service.ts";
import type { PartnerRow } from "../../partners/queries.ts";
import type { TransferDecision } from "../undo/schema.ts";
import type { Restored } from "./give-back.ts";
import type { TransferRow } from "./queries.ts";

interface Undone extends Pick<Restored, "transfers"> {
  readonly transfer: TransferRow;
  readonly last: TransferDecision;
  readonly owner: PartnerRow;
  readonly asker: PartnerRow;
  /** By id; those of `transfers` among them. */
  readonly partners: ReadonlyMap<string, PartnerRow>;
}

const UNDECIDED = "We have not decided yet. We will write to you when we have.";

const WORDS = {
  asker: {
    approved: ["The place is not among your places for now.", UNDECIDED],
    rejected: ["Your question is not rejected. We are looking at it again.", UNDECIDED],
  },
  owner: {
    approved: ["The place is among your places again.", UNDECIDED],
    rejected: ["We are looking at the question about it again. You keep the place for now.", UNDECIDED],
  },
} as const;

/** The mails that take back those about a decision on a transfer. */
export function undoneMails({ transfer, last, owner, asker, partners, transfers }: Undone): UndoneMail[] {
  const decision = last.decision === "approved" ? "approved" : "rejected";
  const { mailId, ownerMailId, closed } = last;
  const mail = (to: string, id: string | null, lines: readonly string[]): UndoneMail => ({
    ...{ to, mailId: id, kind: "transfer-undone" },
    subject: "Please ignore our last email about a place",
    lines: [`Our last email about ${transfer.poiName} was sent too early. Please ignore it.`, ...lines],
  });
  const reopened = transfers.flatMap(({ id, partnerId }) => {
    const to = partners.get(partnerId ?? "")?.email;
    const closing = closed.transfers.find((each) => each.id === id);
    if (to === undefined || !closing) return [];
    return [mail(to, closing.mailId, ["Your question to its owner is open again."])];
  });
  return [
    mail(asker.email, mailId, WORDS.asker[decision]),
    mail(owner.email, ownerMailId, WORDS.owner[decision]),
    ...reopened,
  ];
}
