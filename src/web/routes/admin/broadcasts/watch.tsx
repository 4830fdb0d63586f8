import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { z } from "zod";
import type {
  Broadcast,
  BroadcastState,
  broadcastWithPreview,
  RECIPIENT_STATES,
} from "../../../../modules/waitlist/broadcasts/schema.ts";
import { counted, formatDateTime, number } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Confirm } from "../../../kit/dialog/confirm.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { declareList } from "../../../kit/records/declare-list.ts";
import { BROADCAST_STATE_NAMES, RECIPIENT_STATE_NAMES, recipientParams } from "../../../kit/records/lists.ts";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { DateTime, None } from "../../../kit/table/cells.tsx";
import { Count, CountNote, Counts } from "../../../kit/table/count.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { toastOutcome } from "../../../lib/toast.ts";
import { useBusy } from "../../../lib/use-busy.ts";
import { Preview } from "./preview.tsx";

interface WatchProps {
  readonly broadcast: z.output<typeof broadcastWithPreview>;
  /** The draft was just sent, and the button that had the focus is gone. */
  readonly replacesEditor: boolean;
}

/** A broadcast that was sent: how far it is, who got it, and what it says. */
export function Watch({ broadcast, replacesEditor }: WatchProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (replacesEditor && document.activeElement === document.body) heading.current?.focus();
  }, [replacesEditor]);
  const { id, state, held, preview } = broadcast;
  return (
    <>
      <div className="broadcast-editor">
        <ListCard
          title="Progress"
          headingRef={heading}
          actions={<Controls broadcast={broadcast} focusAfter={() => heading.current} />}
        >
          <div className="broadcast-fields">
            <p>
              <State state={state} />
            </p>
            {held !== null && <Alert tone="warning">{held}</Alert>}
            <Bar broadcast={broadcast} />
          </div>
          <Figures broadcast={broadcast} />
        </ListCard>
        <div className="broadcast-side">
          <Preview mail={preview} />
        </div>
      </div>
      <Recipients id={id} />
    </>
  );
}

const STATE_TONES = {
  draft: "plain",
  scheduled: "info",
  sending: "info",
  paused: "warning",
  sent: "good",
  cancelled: "bad",
} as const satisfies Record<BroadcastState, string>;

export const State = ({ state }: { readonly state: BroadcastState }) => (
  <Badge tone={STATE_TONES[state]}>{BROADCAST_STATE_NAMES[state]}</Badge>
);

export const progressText = ({ sent, audience }: Pick<Broadcast, "sent" | "audience">): string =>
  `${number.format(sent)} of ${number.format(audience)} sent`;

interface BroadcastProps {
  readonly broadcast: Broadcast;
}

function Bar({ broadcast }: BroadcastProps) {
  const { audience, left, sentBy, sentAt, startsAt, finishedAt, state } = broadcast;
  const times = [
    sentBy && sentAt && `${`Sent by ${sentBy} on ${formatDateTime(sentAt)}`}.`,
    state === "scheduled" && startsAt && `Starts on ${formatDateTime(startsAt)}.`,
    finishedAt && `Finished on ${formatDateTime(finishedAt)}.`,
  ];
  return (
    <>
      <progress
        className="progress"
        aria-label="Progress"
        max={Math.max(1, audience)}
        value={audience - left}
      />
      <p role="status">{progressText(broadcast)}</p>
      <p className="soft">{times.filter(Boolean).join(" ")}</p>
    </>
  );
}

const Figures = ({ broadcast }: BroadcastProps) => (
  <Counts>
    <Count label="Sent" value={broadcast.sent}>
      {broadcast.invites && (
        <CountNote>{`${number.format(broadcast.accepted)} accepted the invitation`}</CountNote>
      )}
    </Count>
    <Count label="Left to send" value={broadcast.left} />
    <Count label="Failed" value={broadcast.failed}>
      {broadcast.skipped > 0 && (
        <CountNote>{`and ${number.format(broadcast.skipped)} skipped: they left, or their address no longer gets email`}</CountNote>
      )}
    </Count>
    <Count label="Unknown" value={broadcast.unknown}>
      <CountNote>may have arrived; not sent again</CountNote>
    </Count>
  </Counts>
);

const TONES = {
  waiting: "plain",
  taken: "info",
  sent: "good",
  failed: "bad",
  skipped: "plain",
  unknown: "warning",
} as const satisfies Record<(typeof RECIPIENT_STATES)[number], string>;

const recipientsOf = (id: string) =>
  declareList({
    params: recipientParams,
    alwaysFresh: true,
    query: (utils, input) => utils.admin.broadcasts.recipients.queryOptions({ ...input, id }),
    skeletonRows: 3,
    words: {
      title: "Recipients",
      note: "Unknown: the email was on its way when the server stopped. It may have arrived, so it is not sent again.",
      pages: "Pages of the recipients",
      failed: "The recipients could not be loaded",
      empty: "No recipients",
      emptyText: "They are chosen when the broadcast is sent.",
      noMatch: "No recipient is in this state",
    },
    columns: [
      {
        head: "Address",
        look: "main",
        cell: ({ email }) => (email ? <UserText text={email} /> : <None text="Erased" />),
      },
      {
        head: "State",
        cell: ({ state }) => <Badge tone={TONES[state]}>{RECIPIENT_STATE_NAMES[state]}</Badge>,
      },
      { head: "Why", cell: ({ reason }) => (reason ? <UserText text={reason} /> : <None />) },
      { head: "Taken", cell: ({ takenAt }) => (takenAt ? <DateTime at={takenAt} /> : <None />) },
      { head: "Accepted", cell: ({ acceptedAt }) => (acceptedAt ? <DateTime at={acceptedAt} /> : <None />) },
    ],
  });

function Recipients({ id }: { readonly id: string }) {
  const list = useMemo(() => recipientsOf(id), [id]);
  return <ResourceList list={list} scope="recipients" />;
}

interface ControlsProps {
  readonly broadcast: Broadcast;
  /** The pressed button may be gone. */
  readonly focusAfter: () => HTMLElement | null;
}

/** Pauses, resumes and ends a broadcast. */
function Controls({ broadcast: { id, state, left }, focusAfter }: ControlsProps) {
  const utils = trpc.useUtils();
  const pause = trpc.admin.broadcasts.pause.useMutation();
  const resume = trpc.admin.broadcasts.resume.useMutation();
  const cancel = trpc.admin.broadcasts.cancel.useMutation();
  const [busy, run] = useBusy();
  const [asks, setAsks] = useState(false);
  if (state === "draft" || state === "sent" || state === "cancelled") return null;
  async function change(call: Promise<unknown>, title: string): Promise<void> {
    await toastOutcome(call, { done: { title }, failed: "The broadcast was not changed" });
    await utils.admin.broadcasts.invalidate();
  }
  const isPaused = state === "paused";
  return (
    <>
      <Button
        className="button-tiny"
        look={isPaused ? "primary" : "quiet"}
        aria-disabled={busy}
        onClick={() =>
          void run(() =>
            isPaused
              ? change(resume.mutateAsync({ id }), "The broadcast has resumed")
              : change(pause.mutateAsync({ id }), "The broadcast is paused"),
          )
        }
      >
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <Button className="button-tiny button-destructive" look="quiet" onClick={() => setAsks(true)}>
        Cancel the rest
      </Button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title="Cancel the rest of this broadcast?"
        action="Cancel the rest"
        acting="Canceling..."
        cancel="Keep sending"
        focusAfter={focusAfter}
        onConfirm={async () => {
          await change(cancel.mutateAsync({ id }), "The rest is canceled");
          setAsks(false);
        }}
      >
        <p>{`${counted(left, "person", "people")} will not get it. This cannot be undone.`}</p>
      </Confirm>
    </>
  );
}
