import { trpc } from "../../../lib/api.tsx";
import { UNDO } from "./content.ts";
import { LinkPage } from "./link-page.tsx";
import { PressToUse } from "./press-to-use.tsx";

/** Restores the address that an account had before a change. */
export function UndoPage() {
  const { mutateAsync } = trpc.partner.email.undo.useMutation();
  const { title, done, doneText, next, ...words } = UNDO;
  return (
    <LinkPage title={title} done={{ title: done, text: doneText, next, href: "/partner/auth?tab=forgot" }}>
      {(link) => <PressToUse {...words} link={link} use={mutateAsync} />}
    </LinkPage>
  );
}
