import { toast, toastError } from "../../lib/toast.ts";
import { EditConflict } from "../dialog/edit-form.tsx";
import { FormDialog } from "../dialog/form-dialog.tsx";
import { PROGRESS } from "./inquiries-content.ts";
import { STAGE_NAMES } from "./stages.ts";
import type { Change, useProgress } from "./use-progress.ts";

interface ProgressConflictProps {
  readonly progress: ReturnType<typeof useProgress>;
  /** The name of a staff account or a place. */
  readonly nameOf: (id: string) => string;
}

/** Shows a change that came too late next to what the inquiry is now. */
export function ProgressConflict({ progress, nameOf }: ProgressConflictProps) {
  const { conflict, endConflict, sendMine } = progress;
  return (
    <FormDialog open={conflict !== null} onClose={endConflict} title={PROGRESS.conflict}>
      {conflict && (
        <EditConflict
          noun="inquiry"
          versions={FIELDS.filter((field) => conflict.mine[field] !== undefined).map((field) => ({
            label: PROGRESS[field],
            theirs: textOf(field, conflict.theirs, nameOf),
            mine: textOf(field, conflict.mine, nameOf),
          }))}
          sending={PROGRESS.saving}
          onSendMine={() => sendMine(conflict)}
          onSent={() => toast({ title: PROGRESS.saved })}
          onFailed={(error) => toastError(PROGRESS.failed, error)}
        />
      )}
    </FormDialog>
  );
}

const FIELDS = ["stage", "assigneeId", "placeId"] as const;

function textOf(field: (typeof FIELDS)[number], of: Change, nameOf: (id: string) => string): string {
  if (field === "stage") return of.stage ? STAGE_NAMES[of.stage] : "";
  const id = of[field];
  return id ? nameOf(id) : "";
}
