import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button/button.tsx";
import { EDIT, FORM, MEANWHILE } from "./content.ts";
import type { Entered } from "./form-values.ts";

interface MeanwhileProps {
  readonly theirs: Entered;
  readonly mine: Entered;
  readonly onClose: () => void;
  readonly onSendMine: () => Promise<unknown>;
}

const LABELS = {
  businessName: FORM.businessName,
  contactName: FORM.contactName,
  phone: FORM.phone,
  isVerified: FORM.verified,
} as const;
const FIELDS = ["businessName", "contactName", "phone", "isVerified"] as const;

/** What somebody else made of the partner beside what was typed, and the choice between the two. */
export function Meanwhile({ theirs, mine, onClose, onSendMine }: MeanwhileProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [sending, setSending] = useState(false);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  const differing = FIELDS.filter((field) => theirs[field] !== mine[field]);
  return (
    <section className="edit-conflict">
      <h3 ref={heading} tabIndex={-1}>
        {MEANWHILE.title}
      </h3>
      <p className="soft">{differing.length > 0 ? MEANWHILE.text : MEANWHILE.same}</p>
      <dl className="facts">
        {differing.map((field) => (
          <div key={field}>
            <dt>{LABELS[field]}</dt>
            <dd>{shown(theirs[field])}</dd>
          </div>
        ))}
      </dl>
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {MEANWHILE.useTheirs}
        </Button>
        <Button
          aria-disabled={sending}
          onClick={() => {
            if (sending) return;
            setSending(true);
            void onSendMine().finally(() => setSending(false));
          }}
        >
          {sending ? EDIT.sending : MEANWHILE.sendMine}
        </Button>
      </div>
    </section>
  );
}

function shown(value: string | boolean): string {
  if (typeof value === "boolean") return value ? MEANWHILE.yes : MEANWHILE.no;
  return value || MEANWHILE.empty;
}
