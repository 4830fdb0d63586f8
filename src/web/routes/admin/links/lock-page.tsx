import { LinkPage } from "../../../kit/sign-in/link-page.tsx";
import { PressToUse } from "../../../kit/sign-in/press-to-use.tsx";
import { trpc } from "../../../lib/api.tsx";
import { LOCK, SIGN_IN_PAGE } from "./content.ts";

/** Locks a staff account with the link of a notice. */
export function LockPage() {
  const { mutateAsync } = trpc.admin.recovery.lock.useMutation();
  const { title, done, doneText, next, ...words } = LOCK;
  return (
    <LinkPage title={title} done={{ title: done, text: doneText, next, href: "/admin/forgot" }}>
      {(link) => <PressToUse {...words} home={SIGN_IN_PAGE} link={link} send={mutateAsync} />}
    </LinkPage>
  );
}
