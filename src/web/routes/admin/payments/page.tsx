import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { KEEPERS } from "../../../blocks/staff/roles.ts";
import { GIFTS } from "./content.ts";
import { Payments } from "./payments.tsx";
import { Pledges } from "./pledges.tsx";
import { Totals } from "./totals.tsx";

export function GiftsPage() {
  return (
    <StaffFrame title={GIFTS.screen} roles={KEEPERS}>
      <div className="stack">
        <Totals />
        <Payments />
        <Pledges />
      </div>
    </StaffFrame>
  );
}
