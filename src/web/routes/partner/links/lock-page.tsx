import { LOCK, PORTAL_LINK } from "../../../../copy/en/links.ts";
import { LinkPage, PressToUse } from "../../../kit/sign-in/link-page.tsx";
import { trpc } from "../../../lib/api.tsx";

/** Locks a partner account with the link of a notice. */
export function LockPage() {
  const { mutateAsync } = trpc.partner.password.lock.useMutation();
  const { title, done, doneText, next, ...words } = LOCK;
  return (
    <LinkPage title={title} done={{ title: done, text: doneText, next, href: "/partner/auth?tab=forgot" }}>
      {(link) => <PressToUse {...words} home={PORTAL_LINK} link={link} send={mutateAsync} />}
    </LinkPage>
  );
}
