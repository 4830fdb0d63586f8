import { Link } from "@tanstack/react-router";
import { messageOf } from "../../lib/error-message.ts";
import { Button } from "../../ui/button/button.tsx";
import { NoticePage } from "../../ui/page/page.tsx";
import { STAFF } from "./content.ts";
import { ROLE_NAMES } from "./roles.ts";
import { useStaffScreens } from "./staff-screens.ts";
import { useStaff } from "./use-staff.ts";

interface SessionFailedProps {
  readonly error: unknown;
  readonly onRetry: () => unknown;
}

/** The session could not be loaded. The user may still be signed in, so the login is not shown. */
export function SessionFailed({ error, onRetry }: SessionFailedProps) {
  return (
    <NoticePage title={STAFF.unreachable}>
      <p>{messageOf(error) ?? STAFF.unreachableText}</p>
      <Button onClick={() => void onRetry()}>{STAFF.retry}</Button>
    </NoticePage>
  );
}

/** Shown to users whose role may not open the screen, with a link to one that they may open. */
export function NoRight() {
  const { role } = useStaff();
  const open = useStaffScreens().find(({ roles }) => roles.includes(role));
  return (
    <section className="staff-notice">
      <h2>{STAFF.noRight}</h2>
      <p>{STAFF.noRightText(ROLE_NAMES[role])}</p>
      {open && (
        <Link className="button button-small" data-look="quiet" to={open.path}>
          {open.label}
        </Link>
      )}
    </section>
  );
}
