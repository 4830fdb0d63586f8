import { useRef, useState } from "react";
import type { Person } from "../../../modules/partners/people/schema.ts";
import { formatDateTime } from "../../../shared/format.ts";
import { Button } from "../../kit/controls/button.tsx";
import { Confirm, ConfirmSubject } from "../../kit/dialog/confirm.tsx";
import { LinkDialog } from "../../kit/dialog/link-dialog.tsx";
import { Badge } from "../../kit/page/badge.tsx";
import { Loaded } from "../../kit/page/states.tsx";
import { MailLink } from "../../kit/text/address-links.tsx";
import { trpc } from "../../lib/api.tsx";
import { focusFrom } from "../../lib/focus.ts";
import { toast, toastError, toastOutcome } from "../../lib/toast.ts";
import { useBusy } from "../../lib/use-busy.ts";

const ROLES = { owner: "Owner", manager: "Manager", editor: "Editor" } as const;

/** The people of a partner: staff mail one a link to choose a password, or remove one. */
export function PartnerPeople({ partner }: { readonly partner: string }) {
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
        <p>The account ends at once, with its sessions. The business keeps its places and cases.</p>
      </Confirm>
    </>
  );
}
