import type { ReactNode } from "react";
import { LISTS } from "../../../copy/en/me.ts";
import type { OwnData } from "../../../modules/people/schema.ts";
import { formatDay } from "../../../shared/format.ts";
import { formatDollars } from "../../../shared/money.ts";
import { ButtonLink } from "../../kit/page/button.tsx";
import { Card } from "../../kit/page/card.tsx";

const stateName = (state: string): string => LISTS.states[state] ?? state;

/** Everything besides the signup; empty lists are omitted. */
export function OwnLists({ data }: { readonly data: OwnData }) {
  return (
    <>
      <Records
        heading={LISTS.inquiries}
        rows={data.inquiries.map((row) => ({
          ...row,
          name: row.businessName,
          state: row.answeredAt === null ? LISTS.open : LISTS.answered,
        }))}
      />
      {data.partnerAccount && (
        <Card className="me-card">
          <p>{LISTS.account}</p>
          <ButtonLink href="/partner" look="quiet">
            {LISTS.signIn}
          </ButtonLink>
        </Card>
      )}
      <Records
        heading={LISTS.claims}
        rows={data.claims.map((row) => ({ ...row, state: stateName(row.status) }))}
      />
      <Records
        heading={LISTS.requests}
        rows={data.requests.map((row) => ({ ...row, state: stateName(row.status) }))}
      />
      <Records
        heading={LISTS.reports}
        rows={data.reports.map((row) => ({
          ...row,
          name: row.placeName,
          state: stateName(row.status),
          text: row.text,
        }))}
      />
      <Records
        heading={LISTS.proposals}
        rows={data.proposals.map((row) => ({ ...row, state: stateName(row.status) }))}
      />
      <Records
        heading={LISTS.transfers}
        rows={data.transfers.map((row) => ({ ...row, state: stateName(row.status) }))}
      />
      <Records
        heading={LISTS.gifts}
        rows={data.gifts.map((row) => ({
          ...row,
          name: `${formatDollars(row.amount)} ${row.currency.toUpperCase()}`,
          state: stateName(row.status),
          link: row.receiptUrl && <a href={row.receiptUrl}>{LISTS.receipt}</a>,
        }))}
      />
      <Records
        heading={LISTS.mails}
        rows={data.mails.map((row) => ({ ...row, name: row.subject, state: stateName(row.state) }))}
      />
      <Records
        heading={LISTS.heldBack}
        note={LISTS.heldBackText}
        rows={data.heldBack.map((row) => ({ ...row, name: formatDay(row.at), state: "" }))}
      />
      <Records
        heading={LISTS.deleted}
        note={LISTS.deletedText}
        rows={data.deleted.map((row) => ({ ...row, name: row.label, state: formatDay(row.at) }))}
      />
    </>
  );
}

interface RecordsProps {
  readonly heading: string;
  readonly note?: string;
  readonly rows: readonly {
    readonly id: string;
    readonly at: Date;
    readonly name: string;
    readonly state: string;
    readonly link?: ReactNode;
    readonly text?: string;
  }[];
}

function Records({ heading, note, rows }: RecordsProps) {
  if (rows.length === 0) return null;
  return (
    <Card className="me-card">
      <h2>{heading}</h2>
      {note && <p className="soft">{note}</p>}
      <ul className="me-records">
        {rows.map(({ id, at, name, state, link, text }) => (
          <li key={id}>
            <strong dir="auto">{name}</strong>
            <span className="soft">{[state, formatDay(at)].filter(Boolean).join(" · ")}</span>
            {link}
            {text && <p dir="auto">{text}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
