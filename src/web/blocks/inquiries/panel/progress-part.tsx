import { type InquiryDetail, STAGES } from "../../../../modules/inquiries/schema.ts";
import { SelectField } from "../../../ui/field/field.tsx";
import { useInquiryStaff } from "../../resource-list/use-inquiry-staff.ts";
import { PROGRESS } from "../content.ts";
import { STAGE_NAMES } from "../stages.ts";
import { ProgressConflict } from "./progress-conflict.tsx";
import { useProgress } from "./use-progress.ts";

/** How far an inquiry is, and who takes care of it; each is saved as soon as it is chosen. */
export function ProgressPart({ inquiry }: { readonly inquiry: InquiryDetail }) {
  const { stage, assigneeId, assigneeName } = inquiry;
  const progress = useProgress(inquiry);
  const staff = useInquiryStaff();
  const isListed = staff.some(({ id }) => id === assigneeId);
  const nameOf = (id: string) =>
    staff.find((each) => each.id === id)?.username ?? (id === assigneeId ? assigneeName : null) ?? id;
  return (
    <div className="inquiry-panel-pair">
      <SelectField
        label={PROGRESS.stage}
        name="stage"
        value={stage}
        error={undefined}
        aria-disabled={progress.saving}
        onChange={({ currentTarget: { value } }) => {
          const next = STAGES.find((each) => each === value);
          if (next) void progress.change({ stage: next });
        }}
      >
        {STAGES.map((each) => (
          <option key={each} value={each}>
            {STAGE_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={PROGRESS.assigneeId}
        name="assigneeId"
        value={assigneeId ?? ""}
        error={undefined}
        aria-disabled={progress.saving}
        onChange={({ currentTarget: { value } }) => void progress.change({ assigneeId: value || null })}
      >
        <option value="">{PROGRESS.unassigned}</option>
        {assigneeId && !isListed && <option value={assigneeId}>{nameOf(assigneeId)}</option>}
        {staff.map(({ id, username }) => (
          <option key={id} value={id}>
            {username}
          </option>
        ))}
      </SelectField>
      <ProgressConflict progress={progress} nameOf={nameOf} />
    </div>
  );
}
