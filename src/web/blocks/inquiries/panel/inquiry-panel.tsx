import type { Inquiry } from "../../../../modules/inquiries/schema.ts";
import { RECORD_COMMANDS } from "../../../../shared/commands/record-commands.ts";
import { trpc } from "../../../lib/api.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { RecordPanel } from "../../record-panel/record-panel.tsx";
import { StaffNotes } from "../../staff-notes/staff-notes.tsx";
import { INQUIRY } from "../content.ts";
import { AccountPart } from "./account-part.tsx";
import { Answers } from "./answers.tsx";
import { InquiryFacts } from "./inquiry-facts.tsx";
import { PlacePart } from "./place-part.tsx";
import { ProgressPart } from "./progress-part.tsx";

interface InquiryPanelProps {
  readonly id: string;
  readonly onEdit: (inquiry: Inquiry) => void;
  readonly onDelete: (inquiry: Inquiry) => void;
}

/** All about one inquiry: what was written, by whom, and what came of it. */
export function InquiryPanel({ id, onEdit, onDelete }: InquiryPanelProps) {
  const inquiry = trpc.admin.partnerships.get.useQuery({ id }, { staleTime: 0 });
  return (
    <RecordPanel
      id={id}
      noun="inquiry"
      commands={RECORD_COMMANDS.inquiry}
      query={inquiry}
      nameOf={({ businessName }) => businessName}
      actions={(data) => (
        <>
          <Button look="quiet" className="button-tiny" onClick={() => onEdit(data)}>
            {INQUIRY.edit}
          </Button>
          <Button look="quiet" className="button-tiny button-destructive" onClick={() => onDelete(data)}>
            {INQUIRY.remove}
          </Button>
        </>
      )}
    >
      {(data) => (
        <>
          <p className="inquiry-panel-text" dir="auto">
            {data.message || <span className="soft">{INQUIRY.noMessage}</span>}
          </p>
          <InquiryFacts inquiry={data} />
          <ProgressPart inquiry={data} />
          <Answers inquiry={data} />
          <PlacePart inquiry={data} />
          <AccountPart inquiry={data} />
          <StaffNotes kind="inquiry" id={id} />
        </>
      )}
    </RecordPanel>
  );
}
