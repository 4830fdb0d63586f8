import { Inquiries } from "../../blocks/inquiries/inquiries.tsx";
import { ResourceList } from "../../blocks/resource-list/resource-list.tsx";
import { MfaCard } from "../../blocks/security/mfa-card.tsx";
import { StaffFrame } from "../../blocks/staff/frame.tsx";
import { ADMINS } from "../../blocks/staff/roles.ts";
import { useStaff } from "../../blocks/staff/use-staff.ts";
import { signupList } from "../../blocks/waitlist/list.tsx";
import { DASHBOARD } from "./content.ts";
import { DashboardCounts } from "./counts.tsx";
import { ManagerHome } from "./manager-home.tsx";
import { NeedsNow } from "./needs-now.tsx";

/** Fewer rows than on a list's own screen, so that both lists are close. */
const PAGE_SIZE = 10;

export function DashboardPage() {
  return (
    <StaffFrame title={DASHBOARD.title}>
      <Home />
    </StaffFrame>
  );
}

function Home() {
  const { role } = useStaff();
  if (!ADMINS.includes(role)) return <ManagerHome />;
  return (
    <div className="stack">
      <NeedsNow />
      <DashboardCounts />
      <ResourceList list={signupList} scope="waitlist" pageSize={PAGE_SIZE} />
      <Inquiries scope="inquiries" pageSize={PAGE_SIZE} />
      <MfaCard />
    </div>
  );
}
