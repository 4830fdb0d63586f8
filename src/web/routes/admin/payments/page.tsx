import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { GiftPanel } from "./gift-panel.tsx";
import { paymentList } from "./payment-list.tsx";
import { Pledges } from "./pledges.tsx";
import { Totals } from "./totals.tsx";

export function GiftsPage() {
  return (
    <StaffFrame title="Gifts">
      <div className="stack">
        <Totals />
        <ResourceList list={paymentList} scope="payments" panel={(id) => <GiftPanel key={id} id={id} />} />
        <Pledges />
      </div>
    </StaffFrame>
  );
}
