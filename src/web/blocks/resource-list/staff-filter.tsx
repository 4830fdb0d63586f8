import { Pick } from "../../ui/toolbar/toolbar.tsx";
import { useInquiryStaff } from "./use-inquiry-staff.ts";

interface StaffFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onPick: (value: string) => void;
}

/** Whose records a list shows: the user's own, unassigned ones, or another account's. */
export function StaffFilter({ label, value, onPick }: StaffFilterProps) {
  const staff = useInquiryStaff();
  return (
    <Pick label={label} value={value} onChange={({ currentTarget }) => onPick(currentTarget.value)}>
      <option value="">All</option>
      <option value="me">Me</option>
      <option value="none">Unassigned</option>
      {staff.map(({ id, username }) => (
        <option key={id} value={id}>
          {username}
        </option>
      ))}
    </Pick>
  );
}
