import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { KEEPERS } from "../../../blocks/staff/roles.ts";
import { WaitlistTable } from "../../../blocks/waitlist-table/waitlist-table.tsx";

export function WaitlistPage() {
  return (
    <StaffFrame title="Waitlist" roles={KEEPERS}>
      <WaitlistTable />
    </StaffFrame>
  );
}
