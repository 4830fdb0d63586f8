import { PORTAL_LINK, UNDO } from "../../../../copy/en/links.ts";
import { LinkPage, PressToUse } from "../../../kit/sign-in/link-page.tsx";
import { trpc } from "../../../lib/api.tsx";

/** Restores the address that an account had before a change. */
export function UndoPage() {
  const { mutateAsync } = trpc.partner.email.undo.useMutation();
  const { title, done, doneText, next, ...words } = UNDO;
  return (
    <LinkPage title={title} done={{ title: done, text: doneText, next, href: "/partner/auth" }}>
      {(link) => <PressToUse {...words} home={PORTAL_LINK} link={link} send={mutateAsync} />}
    </LinkPage>
  );
}
