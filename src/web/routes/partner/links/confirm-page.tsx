import { trpc } from "../../../lib/api.tsx";
import { CONFIRM } from "./content.ts";
import { LinkPage } from "./link-page.tsx";
import { PressToUse } from "./press-to-use.tsx";

/** Confirms an address, of a new account or after a change. */
export function ConfirmPage() {
  const { mutateAsync } = trpc.partner.email.confirm.useMutation();
  const { title, done, doneText, next, ...words } = CONFIRM;
  return (
    <LinkPage title={title} done={{ title: done, text: doneText, next, href: "/partner" }}>
      {(link) => <PressToUse {...words} link={link} use={mutateAsync} />}
    </LinkPage>
  );
}
