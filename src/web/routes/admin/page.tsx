import { Link } from "@tanstack/react-router";
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
const PAGE_SIZE = 5;

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
      <ResourceList
        brief
        list={signupList}
        scope="waitlist"
        pageSize={PAGE_SIZE}
        actions={() => (
          <Link
            className="button button-tiny"
            data-look="quiet"
            to="/admin/waitlist"
            aria-label={DASHBOARD.seeAllOf("signups")}
          >
            {DASHBOARD.seeAll}
          </Link>
        )}
      />
      <Inquiries
        brief
        scope="inquiries"
        pageSize={PAGE_SIZE}
        all={
          <Link
            className="button button-tiny"
            data-look="quiet"
            to="/admin/inquiries"
            aria-label={DASHBOARD.seeAllOf("inquiries")}
          >
            {DASHBOARD.seeAll}
          </Link>
        }
      />
      <MfaCard />
    </div>
  );
}
