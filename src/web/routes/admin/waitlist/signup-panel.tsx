import { Link } from "@tanstack/react-router";
import type { Signup, SignupDetail } from "../../../../modules/waitlist/schema.ts";
import { RECORD_COMMANDS } from "../../../../shared/commands/record-commands.ts";
import { RecordPanel } from "../../../blocks/record-panel/record-panel.tsx";
import { SUPER_ADMINS } from "../../../blocks/staff/roles.ts";
import { useStaff } from "../../../blocks/staff/use-staff.ts";
import { StaffNotes } from "../../../blocks/staff-notes/staff-notes.tsx";
import { trpc } from "../../../lib/api.tsx";
import { formatDateTime } from "../../../lib/format/format-date.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Facts } from "../../../ui/facts/facts.tsx";
import { MailLink } from "../../../ui/mail-link/mail-link.tsx";
import { SIGNUP } from "./content.ts";

interface SignupPanelProps {
  readonly id: string;
  readonly onEdit: (signup: Signup) => void;
  readonly onDelete: (signup: Signup) => void;
}

/** All about one signup: who joined, from where, and what the person agreed to. */
export function SignupPanel({ id, onEdit, onDelete }: SignupPanelProps) {
  const signup = trpc.admin.waitlist.get.useQuery({ id }, { staleTime: 0 });
  const { role } = useStaff();
  return (
    <RecordPanel
      id={id}
      noun="signup"
      commands={RECORD_COMMANDS.signup}
      query={signup}
      nameOf={({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(" ")}
      actions={(data) => (
        <>
          <Button look="quiet" className="button-tiny" onClick={() => onEdit(data)}>
            {SIGNUP.edit}
          </Button>
          <Button look="quiet" className="button-tiny button-destructive" onClick={() => onDelete(data)}>
            {SIGNUP.remove}
          </Button>
          {SUPER_ADMINS.includes(role) && (
            <Link to="/admin/people" search={{ email: data.email }}>
              {SIGNUP.person}
            </Link>
          )}
        </>
      )}
    >
      {(data) => (
        <>
          <Facts facts={factsOf(data)} />
          <section>
            <h3>{SIGNUP.consent}</h3>
            <p className="soft">{data.consent.text ?? SIGNUP.imported(data.consent.source ?? "")}</p>
            <p>{formatDateTime(data.consent.at)}</p>
          </section>
          <StaffNotes kind="signup" id={id} />
        </>
      )}
    </RecordPanel>
  );
}

const factsOf = (signup: SignupDetail) => {
  const { email, source } = signup;
  const time = (at: Date | null) => at && formatDateTime(at);
  const { utmSource, utmMedium, utmCampaign, referrer, ref } = source ?? {};
  return [
    [SIGNUP.email, <MailLink key="email" address={email} />],
    [SIGNUP.city, signup.city],
    [SIGNUP.beta, signup.isBetaTester ? SIGNUP.yes : SIGNUP.no],
    [SIGNUP.joined, time(signup.createdAt)],
    [SIGNUP.confirmed, time(signup.confirmedAt) ?? SIGNUP.notConfirmed],
    [SIGNUP.left, time(signup.leftAt)],
    [SIGNUP.invited, time(signup.invitedAt)],
    [SIGNUP.accepted, time(signup.acceptedAt)],
    [SIGNUP.source, [utmSource, utmMedium, utmCampaign, referrer].filter(Boolean).join(", ")],
    [SIGNUP.friend, ref ? SIGNUP.yes : null],
  ] as const;
};
