import { useRef } from "react";
import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus-from.ts";
import { toastOutcome } from "../../../lib/toast/toast-outcome.ts";
import { MAIL } from "./content.ts";
import { mailList } from "./mail-list.tsx";
import { MailPanel } from "./mail-panel.tsx";
import { useBulk } from "./use-bulk.ts";

export function Mails() {
  const utils = trpc.useUtils();
  const retry = trpc.admin.mails.retry.useMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  async function sendAgain(id: string): Promise<void> {
    const pressed = document.activeElement;
    await toastOutcome(retry.mutateAsync({ id }), {
      done: { title: MAIL.againDone },
      failed: MAIL.againFailed,
    });
    await utils.admin.mails.invalidate();
    if (!pressed?.isConnected) focusFrom(pressed, heading.current);
  }
  return (
    <ResourceList
      list={mailList}
      scope="mails"
      panel={(id) => <MailPanel key={id} id={id} onSendAgain={(of) => void sendAgain(of)} />}
      headingRef={heading}
      bulk={useBulk()}
      rowActions={({ id, state }) =>
        state === "sent" ? [] : [{ name: MAIL.again, onSelect: () => void sendAgain(id) }]
      }
    />
  );
}
