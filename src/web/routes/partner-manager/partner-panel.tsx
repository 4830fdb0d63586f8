import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Person } from "../../../modules/partners/people/schema.ts";
import type { PartnerDetail } from "../../../modules/partners/schema.ts";
import { formatDateTime, formatDay } from "../../../shared/format.ts";
import { AccountSessions } from "../../kit/account/sessions.tsx";
import { Button } from "../../kit/controls/button.tsx";
import { Confirm, ConfirmSubject } from "../../kit/dialog/confirm.tsx";
import { LinkDialog } from "../../kit/dialog/link-dialog.tsx";
import { Badge } from "../../kit/page/badge.tsx";
import { Loaded } from "../../kit/page/states.tsx";
import type { Panel } from "../../kit/records/declare-list.ts";
import { MailLink } from "../../kit/text/address-links.tsx";
import { trpc } from "../../lib/api.tsx";
import { focusFrom } from "../../lib/focus.ts";
import { toast, toastError, toastOutcome } from "../../lib/toast.ts";
import { useBusy } from "../../lib/use-busy.ts";

/** One partner: the account, its places, and what staff noted. */
export const partnerPanel: Panel<PartnerDetail> = {
  noun: "partner",
  query: (utils, id) => utils.partnerManager.partners.get.queryOptions({ id }),
  nameOf: ({ businessName }) => businessName,
  facts: (partner) => factsOf(partner),
  more: ({ id }) => (
    <>
      <PartnerPeople partner={id} />
      <Places owner={id} />
      <Claims partner={id} />
      <Sessions id={id} />
    </>
  ),
  notes: "partner",
};

function Sessions({ id }: { readonly id: string }) {
  const { partnerManager } = trpc.useUtils();
  const sessions = trpc.partnerManager.partners.sessions.useQuery({ id }, { staleTime: 0 });
  const end = trpc.partnerManager.partners.endSession.useMutation();
  const endAll = trpc.partnerManager.partners.endSessions.useMutation();
  return (
    <AccountSessions
      query={sessions}
      end={(session) => end.mutateAsync({ id, session: session.id })}
      endAll={() => endAll.mutateAsync({ id })}
      reload={() => partnerManager.partners.sessions.invalidate({ id })}
    />
  );
}

const SHOWN = 20;

function Places({ owner }: { readonly owner: string }) {
  const places = trpc.admin.pois.list.useQuery({ owner, limit: SHOWN }, { staleTime: 0 });
  return (
    <section>
      <h3>Places</h3>
      <Loaded query={places} failed="The places could not be loaded" rows={2}>
        {({ items, total }) => (
          <>
            {items.map(({ id, name, city }) => (
              <p key={id}>
                <Link to="/admin/places" search={{ place: id }}>
                  <bdi>{name}</bdi>
                </Link>
                , <bdi>{city}</bdi>
              </p>
            ))}
            {total === 0 && <p className="soft">They own no place yet.</p>}
            {total > items.length && <p className="soft">{`and ${total - items.length} more`}</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}

const factsOf = (partner: PartnerDetail) =>
  [
    ["Contact", partner.contactName],
    ["Email", <MailLink key="email" address={partner.email} />],
    ["Phone", partner.phone],
    ["Status", partner.isVerified ? "Verified" : "Pending"],
    ["Address confirmed", partner.emailConfirmedAt ? formatDateTime(partner.emailConfirmedAt) : "Not yet"],
    ["First sign-in", partner.firstLoginAt ? formatDateTime(partner.firstLoginAt) : "Not yet"],
    ["Created", formatDateTime(partner.createdAt)],
  ] as const;

const CLAIM_NAMES = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;
const CLAIM_TONES = { pending: "warning", approved: "good", rejected: "plain" } as const;

/** What a partner claimed, with links to the cases. */
function Claims({ partner }: { readonly partner: string }) {
  const claims = trpc.admin.reviews.claims.useQuery({ partner, limit: SHOWN }, { staleTime: 0 });
  return (
    <section>
      <h3>Claims</h3>
      <Loaded query={claims} failed="The claims could not be loaded" rows={2}>
        {({ items, total }) =>
          total === 0 ? (
            <p className="soft">They have claimed no place yet.</p>
          ) : (
            <ul className="partner-panel-claims">
              {items.map(({ id, poiName, status, submittedAt }) => (
                <li key={id}>
                  <Link to="/admin/reviews" search={caseOf(id, status)}>
                    <bdi>{poiName}</bdi>
                  </Link>
                  <Badge tone={CLAIM_TONES[status]}>{CLAIM_NAMES[status]}</Badge>
                  <span className="soft">{formatDay(submittedAt)}</span>
                </li>
              ))}
              {total > items.length && <li className="soft">{`and ${total - items.length} more`}</li>}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

const caseOf = (id: string, status: keyof typeof CLAIM_TONES) => ({
  case: `claim:${id}`,
  ...(status !== "pending" && { show: "decided" as const }),
});

const ROLES = { owner: "Owner", manager: "Manager", editor: "Editor" } as const;

/** The people of a partner: staff mail one a link to choose a password, or remove one. */
function PartnerPeople({ partner }: { readonly partner: string }) {
  const people = trpc.partnerManager.partners.people.useQuery({ id: partner }, { staleTime: 0 });
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        People
      </h3>
      <Loaded query={people} failed="The people could not be loaded" rows={2}>
        {({ people: all, invitations }) => (
          <ul className="partner-panel-people">
            {all.map((person) => (
              <PersonRow
                key={person.id}
                {...{ partner, person }}
                isOnly={all.length === 1}
                onRemoved={(pressed) => focusFrom(pressed, heading.current)}
              />
            ))}
            {invitations.map(({ id, email, role }) => (
              <li key={id}>
                <p>
                  <bdi>{email}</bdi> <span className="soft">invited as {ROLES[role].toLowerCase()}</span>
                </p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

interface PersonRowProps {
  readonly partner: string;
  readonly person: Person;
  readonly isOnly: boolean;
  readonly onRemoved: (pressed: Element | null) => void;
}

function PersonRow({ partner, person, isOnly, onRemoved }: PersonRowProps) {
  const { name, email, role, lastLoginAt } = person;
  return (
    <li>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>{" "}
        <Badge>{ROLES[role]}</Badge>
        <br />
        <MailLink address={email} />
        <br />
        <span className="soft">
          {lastLoginAt ? `Last signed in ${formatDateTime(lastLoginAt)}` : "Has not signed in yet"}
        </span>
      </p>
      <div className="partner-panel-acts">
        <ResetButton person={person} />
        {!isOnly && <RemoveButton {...{ partner, person, onRemoved }} />}
      </div>
    </li>
  );
}

/** Mails the link; where no mail can be sent, it is shown to hand over. */
function ResetButton({ person: { name, email } }: Pick<PersonRowProps, "person">) {
  const reset = trpc.partnerManager.partners.resetPassword.useMutation();
  const [link, setLink] = useState<string | null>(null);
  const [busy, run] = useBusy();
  async function send(): Promise<void> {
    try {
      const made = await reset.mutateAsync({ id: email });
      if (made.link) setLink(made.link);
      else toast({ title: "Link emailed", description: email });
    } catch (error) {
      toastError("Failed to reset the password", error);
    }
  }
  return (
    <>
      <Button
        look="quiet"
        className="button-tiny"
        aria-disabled={busy}
        aria-label={`Reset password of ${name}`}
        onClick={() => void run(send)}
      >
        Reset password
      </Button>
      <LinkDialog
        shown={
          link === null
            ? null
            : {
                title: "Link to choose a password",
                text: "This server cannot send email. Hand the link over yourself: it is shown only now and works once.",
                link,
              }
        }
        onClose={() => setLink(null)}
      />
    </>
  );
}

function RemoveButton({ partner, person: { id, name, email }, onRemoved }: Omit<PersonRowProps, "isOnly">) {
  const [asks, setAsks] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const remove = trpc.partnerManager.partners.removePerson.useMutation();
  const utils = trpc.useUtils();
  async function confirm(): Promise<void> {
    const isDone = await toastOutcome(remove.mutateAsync({ id: partner, person: id }), {
      done: { title: `${name} removed` },
      failed: "Failed to remove the person",
    });
    setAsks(false);
    const pressed = button.current;
    await utils.partnerManager.partners.invalidate(); // emails may go to another owner now
    if (isDone) onRemoved(pressed);
  }
  return (
    <>
      <Button
        look="quiet"
        className="button-tiny"
        ref={button}
        aria-label={`Remove ${name}`}
        onClick={() => setAsks(true)}
      >
        Remove
      </Button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title="Remove this person?"
        action="Remove"
        acting="Removing..."
        cancel="Keep"
        onConfirm={confirm}
      >
        <ConfirmSubject name={name} detail={email} />
        <p>This deletes the account and signs it out immediately. The business keeps its places and cases.</p>
      </Confirm>
    </>
  );
}
