import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { trpc } from "../../lib/api.tsx";
import { ListCard } from "../../ui/list-card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DASHBOARD } from "./content.ts";
import { Waiting } from "./waiting.tsx";

const FEW_CODES = 3;

/** What somebody must look at, most pressing first. */
export function NeedsNow() {
  const summary = trpc.admin.dashboard.summary.useQuery();
  const mfa = trpc.admin.mfa.status.useQuery();
  const loaded = summary.data && mfa.data ? { ...summary.data, mfa: mfa.data } : undefined;
  const query = {
    data: loaded,
    error: summary.error ?? mfa.error,
    refetch: () => Promise.all([summary.refetch(), mfa.refetch()]),
  };
  return (
    <ListCard title={DASHBOARD.now}>
      <Loaded query={query} failed={DASHBOARD.failed} rows={3}>
        {({ inquiries, heldBack, mfa: { mfaEnabled, backupCodesLeft } }) => {
          const fewCodes = mfaEnabled && backupCodesLeft <= FEW_CODES;
          const nothing = inquiries.waiting === 0 && heldBack === 0 && mfaEnabled && !fewCodes;
          if (nothing) return <EmptyState title={DASHBOARD.nothing}>{DASHBOARD.nothingText}</EmptyState>;
          return (
            <ul className="needs">
              {inquiries.waiting > 0 && <Waiting count={inquiries.waiting} />}
              {heldBack > 0 && <HeldBackNeed count={heldBack} />}
              {!mfaEnabled && <MfaNeed />}
              {fewCodes && <CodesNeed left={backupCodesLeft} />}
            </ul>
          );
        }}
      </Loaded>
    </ListCard>
  );
}

const HeldBackNeed = ({ count }: { readonly count: number }) => (
  <Need
    title={DASHBOARD.heldBack(count)}
    text={DASHBOARD.heldBackText}
    link={<NeedLink to="/admin/inquiries">{DASHBOARD.heldBackLink}</NeedLink>}
  />
);

const MfaNeed = () => (
  <Need
    title={DASHBOARD.mfaOff}
    text={DASHBOARD.mfaOffText}
    link={<NeedLink to="/admin/security">{DASHBOARD.mfaLink}</NeedLink>}
  />
);

const CodesNeed = ({ left }: { readonly left: number }) => (
  <Need
    title={DASHBOARD.fewCodes(left)}
    text={DASHBOARD.fewCodesText}
    link={<NeedLink to="/admin/security">{DASHBOARD.codesLink}</NeedLink>}
  />
);

interface NeedProps {
  readonly title: string;
  readonly text: string;
  readonly link: ReactNode;
}

function Need({ title, text, link }: NeedProps) {
  return (
    <li className="need">
      <div>
        <p className="need-title">{title}</p>
        <p className="soft">{text}</p>
      </div>
      {link}
    </li>
  );
}

function NeedLink(props: Pick<LinkProps, "to" | "children">) {
  return <Link className="button button-tiny" data-look="quiet" {...props} />;
}
