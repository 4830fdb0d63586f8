import type { Mail } from "../../../../modules/mail/schema.ts";
import { RECORD_COMMANDS } from "../../../../shared/commands/record-commands.ts";
import { MAIL_KINDS } from "../../../../shared/mails/mail-kinds.ts";
import { RecordPanel } from "../../../blocks/record-panel/record-panel.tsx";
import { trpc } from "../../../lib/api.tsx";
import { formatDateTime } from "../../../lib/format/format-date.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Facts } from "../../../ui/facts/facts.tsx";
import { MAIL, MAIL_FACTS, STATE_NAMES } from "./content.ts";

interface MailPanelProps {
  readonly id: string;
  readonly onSendAgain: (id: string) => void;
}

const NAMES: Readonly<Record<string, string>> = MAIL_KINDS;

/** One mail: what was sent to whom, and what became of it; never its text. */
export function MailPanel({ id, onSendAgain }: MailPanelProps) {
  const mail = trpc.admin.mails.get.useQuery({ id }, { staleTime: 0 });
  return (
    <RecordPanel
      id={id}
      noun="mail"
      commands={RECORD_COMMANDS.mail}
      query={mail}
      nameOf={({ subject }) => subject}
      actions={({ state }) =>
        state !== "sent" && (
          <Button look="quiet" className="button-tiny" onClick={() => onSendAgain(id)}>
            {MAIL.again}
          </Button>
        )
      }
    >
      {(data) => <Facts facts={factsOf(data)} />}
    </RecordPanel>
  );
}

const factsOf = (mail: Mail) =>
  [
    [MAIL_FACTS.to, mail.to],
    [MAIL_FACTS.kind, NAMES[mail.kind] ?? mail.kind],
    [MAIL_FACTS.state, STATE_NAMES[mail.state]],
    [MAIL_FACTS.why, mail.lastError],
    [MAIL_FACTS.attempts, String(mail.attempts)],
    [MAIL_FACTS.next, mail.nextTryAt && formatDateTime(mail.nextTryAt)],
    [MAIL_FACTS.sent, mail.sentAt && formatDateTime(mail.sentAt)],
    [MAIL_FACTS.written, formatDateTime(mail.createdAt)],
  ] as const;
