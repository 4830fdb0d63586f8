import { useRef, useState } from "react";
import {
  INVITATIONS,
  PEOPLE,
  REMOVE_PERSON,
  RENAME,
  ROLE,
  ROLE_NAMES,
} from "../../../../copy/en/my-place.ts";
import type { Invitation, Person } from "../../../../modules/partners/people/schema.ts";
import { mayInvite } from "../../../../modules/partners/people/schema.ts";
import { formatDateTime, formatDay } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Confirm, ConfirmSubject } from "../../../kit/dialog/confirm.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { toastOutcome } from "../../../lib/toast.ts";
import { useBusy } from "../../../lib/use-busy.ts";
import { usePartner } from "../session.tsx";
import { InviteForm, LeaveDialog, RenameDialog, RoleDialog } from "./people-forms.tsx";

interface PeopleDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The people of the business, and whom it has invited. */
export function PeopleDialog({ open, onClose }: PeopleDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={PEOPLE.title}
      description={PEOPLE.text}
    >
      {open && <People />}
    </Dialog>
  );
}

function People() {
  const { person: self } = usePartner();
  const people = trpc.partner.people.list.useQuery(undefined, { staleTime: 0 });
  const part = useRef<HTMLDivElement>(null);
  const removed = (pressed: Element | null) => focusFrom(pressed, part.current); // the button went with its row
  return (
    <div className="people" ref={part} tabIndex={-1}>
      <Loaded query={people} failed={PEOPLE.failed} rows={3}>
        {({ people: all, invitations }) => (
          <>
            <ul className="people-list" aria-label={PEOPLE.list}>
              {all.map((person) => (
                <PersonRow key={person.id} person={person} onRemoved={removed} />
              ))}
            </ul>
            {invitations.length > 0 && <Invited invitations={invitations} onWithdrawn={removed} />}
            {self.role !== "editor" && <InviteForm />}
            <LeaveDialog isLast={self.role === "owner" && owners(all) === 1} />
          </>
        )}
      </Loaded>
    </div>
  );
}

const owners = (people: readonly Person[]): number => people.filter(({ role }) => role === "owner").length;

interface PersonRowProps {
  readonly person: Person;
  readonly onRemoved: (pressed: Element | null) => void;
}

function PersonRow({ person, onRemoved }: PersonRowProps) {
  const { id, name, email, role, leads, lastLoginAt, invitedBy } = person;
  const { person: self } = usePartner();
  const isSelf = id === self.id;
  return (
    <li className="people-row">
      <div>
        <p className="people-name">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <Badge tone={role === "owner" ? "info" : "plain"}>{ROLE_NAMES[role]}</Badge>
          {isSelf && <Badge tone="good">{PEOPLE.you}</Badge>}
        </p>
        <p className="soft">
          <bdi>{email}</bdi>
          {leads && ` · ${PEOPLE.mailed}`}
        </p>
        <p className="soft">{lastLoginAt ? PEOPLE.lastIn(formatDateTime(lastLoginAt)) : PEOPLE.neverIn}</p>
        {invitedBy && <p className="soft">{PEOPLE.invitedBy(invitedBy)}</p>}
      </div>
      <div className="people-actions">
        {isSelf && <OwnName person={person} />}
        {self.role === "owner" && <RoleButton person={person} />}
        {self.role === "owner" && !isSelf && <RemoveButton person={person} onRemoved={onRemoved} />}
      </div>
    </li>
  );
}

function OwnName({ person }: { readonly person: Person }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" className="button-small" onClick={() => setOpen(true)}>
        {RENAME.open}
      </Button>
      <RenameDialog person={person} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function RoleButton({ person }: { readonly person: Person }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        className="button-small"
        aria-label={ROLE.of(person.name)}
        onClick={() => setOpen(true)}
      >
        {ROLE.open}
      </Button>
      <RoleDialog person={person} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function RemoveButton({ person: { id, name, email }, onRemoved }: PersonRowProps) {
  const [asks, setAsks] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const remove = trpc.partner.people.remove.useMutation();
  const utils = trpc.useUtils();
  async function confirm(): Promise<void> {
    const done = { title: REMOVE_PERSON.done(name) };
    const isDone = await toastOutcome(remove.mutateAsync({ id }), { done, failed: REMOVE_PERSON.failed });
    setAsks(false);
    const pressed = button.current;
    await utils.partner.people.list.invalidate();
    if (isDone) onRemoved(pressed);
  }
  return (
    <>
      <Button
        look="quiet"
        className="button-small"
        ref={button}
        aria-label={REMOVE_PERSON.of(name)}
        onClick={() => setAsks(true)}
      >
        {REMOVE_PERSON.open}
      </Button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={REMOVE_PERSON.title}
        action={REMOVE_PERSON.action}
        acting={REMOVE_PERSON.acting}
        cancel={REMOVE_PERSON.cancel}
        onConfirm={confirm}
      >
        <ConfirmSubject name={name} detail={email} />
        <p>{REMOVE_PERSON.text}</p>
      </Confirm>
    </>
  );
}

interface InvitedProps {
  readonly invitations: readonly Invitation[];
  readonly onWithdrawn: (pressed: Element | null) => void;
}

/** Who has not answered yet. */
function Invited({ invitations, onWithdrawn }: InvitedProps) {
  const { person: self } = usePartner();
  const withdraw = trpc.partner.people.withdraw.useMutation();
  const utils = trpc.useUtils();
  const [busy, run] = useBusy();
  async function end(id: string, pressed: Element): Promise<void> {
    const done = { title: INVITATIONS.done };
    const isDone = await toastOutcome(withdraw.mutateAsync({ id }), { done, failed: INVITATIONS.failed });
    await utils.partner.people.list.invalidate();
    if (isDone) onWithdrawn(pressed);
  }
  return (
    <section aria-labelledby="people-invited">
      <h3 id="people-invited">{INVITATIONS.title}</h3>
      <ul className="people-list">
        {invitations.map(({ id, email, role, invitedBy, expiresAt }) => (
          <li className="people-row" key={id}>
            <div>
              <p className="people-name">
                <bdi>{email}</bdi>
                <Badge>{ROLE_NAMES[role]}</Badge>
              </p>
              <p className="soft">{INVITATIONS.until(formatDay(expiresAt))}</p>
              <p className="soft">{PEOPLE.invitedBy(invitedBy)}</p>
            </div>
            {self.role !== "editor" && mayInvite(self.role, role) && (
              <Button
                look="quiet"
                className="button-small"
                aria-disabled={busy}
                aria-label={INVITATIONS.of(email)}
                onClick={({ currentTarget }) => void run(() => end(id, currentTarget))}
              >
                {INVITATIONS.withdraw}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
