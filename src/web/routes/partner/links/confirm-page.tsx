import { CONFIRM, PORTAL_LINK } from "../../../../copy/en/links.ts";
import { LinkPage, PressToUse } from "../../../kit/sign-in/link-page.tsx";
import { trpc } from "../../../lib/api.tsx";

/** Confirms an address, of a new account or after a change. */
export function ConfirmPage() {
  const { mutateAsync } = trpc.partner.email.confirm.useMutation();
  const { title, done, doneText, next, ...words } = CONFIRM;
  return (
    <LinkPage title={title} done={{ title: done, text: doneText, next, href: "/partner" }}>
      {(link) => <PressToUse {...words} home={PORTAL_LINK} link={link} send={mutateAsync} />}
    </LinkPage>
  );
}
