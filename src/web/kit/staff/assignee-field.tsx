import { SelectField } from "../form/field.tsx";

interface AssigneeFieldProps {
  /** Null if no one is assigned. */
  readonly assignee: { readonly id: string; readonly name: string } | null;
  /** To whom it can be assigned, by name. */
  readonly staff: readonly { readonly id: string; readonly name: string }[];
  readonly saving: boolean;
  readonly onAssign: (id: string | null) => void;
}

/** The staff member something is assigned to, saved as soon as one is chosen. */
export function AssigneeField({ assignee, staff, saving, onAssign }: AssigneeFieldProps) {
  const isListed = staff.some(({ id }) => id === assignee?.id);
  return (
    <SelectField
      label="Assignee"
      name="assigneeId"
      value={assignee?.id ?? ""}
      error={undefined}
      aria-disabled={saving}
      onChange={({ currentTarget: { value } }) => onAssign(value || null)}
    >
      <option value="">Unassigned</option>
      {assignee && !isListed && <option value={assignee.id}>{assignee.name}</option>}
      {staff.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
