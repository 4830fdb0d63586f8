import { Link } from "@tanstack/react-router";
import { ListCard } from "../../kit/page/card.tsx";
import { trpc } from "../../lib/api.tsx";
import { useBrand } from "../../lib/brand.ts";

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
export function GoLive() {
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
