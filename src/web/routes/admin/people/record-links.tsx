import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PersonalDataKind, PersonalRecord } from "../../../../shared/people/personal-data.ts";

/** The screen that lists the records of a kind, searched for the address. */
const LISTS: Partial<
  Record<PersonalDataKind, { readonly to: string; readonly name: string; readonly scope?: string }>
> = {
  signups: { to: "/admin/waitlist", name: "Waitlist" },
  inquiries: { to: "/admin/inquiries", name: "Inquiries" },
  partnerAccounts: { to: "/partner-manager", name: "Partners" },
  payments: { to: "/admin/payments", name: "Gifts", scope: "payments" },
  pledges: { to: "/admin/payments", name: "Gifts", scope: "pledges" },
  mails: { to: "/admin/mails", name: "Mails", scope: "mails" },
  suppressions: { to: "/admin/mails", name: "Mails", scope: "suppressed" },
  staffAccounts: { to: "/admin/users", name: "Users" },
};

interface ListLinkProps {
  readonly kind: PersonalDataKind;
  readonly email: string;
}

export function ListLink({ kind, email }: ListLinkProps) {
  const list = LISTS[kind];
  if (!list) return null;
  const { to, name, scope } = list;
  const search = scope === undefined ? { q: email } : { [scope]: { q: email } };
  return (
    // each screen parses its own search params, so any object is safe to pass
    <Link className="button button-tiny" data-look="quiet" to={to} search={search as never}>
      Open in {name}
    </Link>
  );
}

const CASES: Partial<Record<PersonalDataKind, string>> = { claims: "claim", requests: "request" };

interface CaseLinkProps {
  readonly kind: PersonalDataKind;
  readonly record: PersonalRecord;
  readonly children: ReactNode;
}

/** Around the name of a claim or request; of other records, the name alone. */
export function CaseLink({ kind, record: { id, status }, children }: CaseLinkProps) {
  const name = CASES[kind];
  if (name === undefined) return children;
  return (
    <Link
      to="/admin/reviews"
      search={{ case: `${name}:${id}`, ...(status !== "pending" && { show: "decided" }) } as never}
    >
      {children}
    </Link>
  );
}
