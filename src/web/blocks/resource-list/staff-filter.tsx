import { Pick } from "../../ui/toolbar/toolbar.tsx";
import { useInquiryStaff } from "./use-inquiry-staff.ts";

interface StaffFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onPick: (value: string) => void;
}

/** Whose records a list shows: one's own, nobody's, or those of another account. */
export function StaffFilter({ label, value, onPick }: StaffFilterProps) {
  const staff = useInquiryStaff();
  return (
    <Pick label={label} value={value} onChange={({ currentTarget }) => onPick(currentTarget.value)}>
      <option value="">All</option>
      <option value="me">Me</option>
      <option value="none">Nobody</option>
      {staff.map(({ id, username }) => (
        <option key={id} value={id}>
          {username}
        </option>
      ))}
    </Pick>
  );
}
