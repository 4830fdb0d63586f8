import { Link } from "@tanstack/react-router";
import type { Inquiry } from "../../../modules/partnerships/schema.ts";
import { Reply } from "../../blocks/inquiries/reply-badge.tsx";
import { useSetAnswered } from "../../blocks/inquiries/use-set-answered.ts";
import { trpc } from "../../lib/api.tsx";
import { focusFrom } from "../../lib/focus-from.ts";
import { mailto } from "../../lib/mailto.ts";
import { Button } from "../../ui/button/button.tsx";
import { UserText } from "../../ui/user-text/user-text.tsx";
import { DASHBOARD } from "./content.ts";

const SHOWN = 5;

interface WaitingProps {
  readonly count: number;
  /** Gets the focus after a row is removed. */
  readonly focusAfter: () => HTMLElement | null;
}

/** Inquiries without a reply, longest waiting first. */
export function Waiting({ count, focusAfter }: WaitingProps) {
  const waiting = trpc.admin.partnerships.list.useQuery({ answered: false, sort: "oldest", limit: SHOWN });
  const setAnswered = useSetAnswered();
  async function answered(inquiry: Inquiry, pressed: Element): Promise<void> {
    if (await setAnswered(inquiry, true)) focusFrom(pressed, focusAfter());
  }
  return (
    <li className="needs-item">
      <div>
        <p className="needs-title">{DASHBOARD.waitingOf(count)}</p>
        <p className="soft">{DASHBOARD.promise}</p>
      </div>
      <Link className="button button-tiny" data-look="quiet" to="/admin/inquiries" search={LONGEST_FIRST}>
        {DASHBOARD.allWaiting}
      </Link>
      <ol className="waiting">
        {waiting.data?.items.map((inquiry) => (
          <li key={inquiry.id}>
            <p>
              <strong>
                <UserText text={inquiry.businessName} />
              </strong>{" "}
              <a href={mailto(inquiry.email)}>{inquiry.email}</a>
            </p>
            <Reply inquiry={inquiry} />
            <Button
              look="quiet"
              className="button-tiny"
              aria-label={DASHBOARD.answeredOf(inquiry.businessName)}
              onClick={(event) => void answered(inquiry, event.currentTarget)}
            >
              {DASHBOARD.answered}
            </Button>
          </li>
        ))}
      </ol>
    </li>
  );
}

const LONGEST_FIRST = { answered: false, sort: "oldest" } as const;
