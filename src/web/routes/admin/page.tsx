import { Link } from "@tanstack/react-router";
import { MfaCard } from "../../kit/account/mfa-card.tsx";
import { Inquiries } from "../../kit/inquiries/inquiries.tsx";
import { signupList } from "../../kit/inquiries/waitlist-list.tsx";
import { Card, ListCard } from "../../kit/page/card.tsx";
import { ResourceList } from "../../kit/records/resource-list.tsx";
import { StaffFrame } from "../../kit/staff/frame.tsx";
import { ADMINS, SUPER_ADMINS } from "../../kit/staff/roles.ts";
import { useStaff } from "../../kit/staff/use-staff.ts";
import { trpc } from "../../lib/api.tsx";
import { useBrand } from "../../lib/brand.ts";
import { Figures } from "./figures.tsx";
import { NeedsNow } from "./needs.tsx";

/** As many as fit the screen next to everything else. */
const ROWS = 5;

export function DashboardPage() {
  return (
    <StaffFrame title="Home" subtitle="Dashboard">
      <Home />
    </StaffFrame>
  );
}

function Home() {
  const { role } = useStaff();
  if (!ADMINS.includes(role)) return <ManagerHome />;
  return (
    <div className="home">
      <NeedsNow />
      <div className="home-side">
        {SUPER_ADMINS.includes(role) && <GoLive />}
        <MfaCard />
      </div>
      <Figures />
      <div className="home-lists">
        <ResourceList
          brief
          list={signupList}
          scope="waitlist"
          pageSize={ROWS}
          actions={() => <SeeAll to="/admin/waitlist" what="signups" />}
        />
        <Inquiries
          brief
          scope="inquiries"
          pageSize={ROWS}
          all={<SeeAll to="/admin/inquiries" what="inquiries" />}
        />
      </div>
    </div>
  );
}

interface SeeAllProps {
  readonly to: "/admin/waitlist" | "/admin/inquiries";
  readonly what: string;
}

const SeeAll = ({ to, what }: SeeAllProps) => (
  <Link className="button button-tiny" data-look="text" to={to} aria-label={`See all ${what}`}>
    See all
  </Link>
);

/** The home screen of partner managers, who may not open the lists. */
function ManagerHome() {
  const { username } = useStaff();
  return (
    <div className="stack">
      <NeedsNow />
      <Card className="home-role">
        <h2>{`Welcome, ${username}`}</h2>
        <p>As a partner manager, you look after the businesses listed with us.</p>
        <h3>What this role can do</h3>
        <ul>
          <li>Manage partner accounts: add, edit, verify and delete them.</li>
          <li>Review partners' claims and requests.</li>
          <li>Manage your own sign-in: password, second step, devices.</li>
        </ul>
        <p className="soft">
          The waitlist, the inquiries, the staff accounts and the audit log belong to admins.
        </p>
        <div className="home-role-links">
          <Link className="button button-small" to="/partner-manager">
            Open the partners
          </Link>
          <Link className="button button-small" data-look="quiet" to="/admin/reviews">
            Open the reviews
          </Link>
          <Link className="button button-small" data-look="quiet" to="/admin/security">
            Keep your own sign-in safe
          </Link>
        </div>
      </Card>
    </div>
  );
}

interface Step {
  readonly name: string;
  /** The setting that does it. */
  readonly setting: string;
}

const MAIL: Step = { name: "Email", setting: "MAIL_URL" };

/** What a site needs before people use it, by the name of the check. */
const CHECKS: ReadonlyMap<string, Step> = new Map([
  ["backups", { name: "Backups", setting: "BACKUP_CRON" }],
  ["staff MFA", { name: "Second step for staff", setting: "REQUIRE_STAFF_MFA" }],
  ["address", { name: "Domain with https", setting: "PUBLIC_URL" }],
  ["payments", { name: "Payment gateway", setting: "PAYMENT_GATEWAY" }],
]);

/** What is still missing before the site goes live; nothing once all of it is there, or where it cannot be checked. */
function GoLive() {
  const { sendsEmail } = useBrand();
  const health = trpc.admin.health.check.useQuery();
  if (!health.data) return null;
  const missing = health.data.findings.flatMap(({ check, state }) => {
    const step = CHECKS.get(check);
    return step === undefined || state === "ok" ? [] : [step];
  });
  const shown = sendsEmail ? missing : [MAIL, ...missing];
  if (shown.length === 0) return null;
  return (
    <ListCard title="Before you go live" actions={<Link to="/admin/health">How</Link>}>
      <ul className="home-live">
        {shown.map(({ name, setting }) => (
          <li key={name}>
            {name}
            <code>{setting}</code>
          </li>
        ))}
      </ul>
    </ListCard>
  );
}
