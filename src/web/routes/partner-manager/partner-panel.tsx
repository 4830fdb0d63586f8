import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Partner, PartnerDetail } from "../../../modules/partners/schema.ts";
import { formatDateTime } from "../../../shared/format.ts";
import { AccountSessions } from "../../kit/account/sessions.tsx";
import { LinkDialog } from "../../kit/dialog/link-dialog.tsx";
import { Button } from "../../kit/page/button.tsx";
import { Facts } from "../../kit/page/facts.tsx";
import { MailLink } from "../../kit/page/mail-link.tsx";
import { Loaded } from "../../kit/page/states.tsx";
import { RecordPanel } from "../../kit/records/record-panel.tsx";
import { StaffNotes } from "../../kit/records/staff-notes.tsx";
import { trpc } from "../../lib/api.tsx";
import { toast, toastError } from "../../lib/toast.ts";
import { useBusy } from "../../lib/use-busy.ts";
import { INVITE_AGAIN, PARTNER } from "./content.ts";
import { PartnerClaims } from "./partner-claims.tsx";

interface PartnerPanelProps {
  readonly id: string;
  readonly onEdit: (partner: Partner) => void;
}

/** One partner: the account, its places, and what staff noted. */
export function PartnerPanel({ id, onEdit }: PartnerPanelProps) {
  const partner = trpc.partnerManager.partners.get.useQuery({ id }, { staleTime: 0 });
  const [link, setLink] = useState<string | null>(null);
  const [inviting, inviteAgain] = useInviteAgain(setLink);
  return (
    <RecordPanel
      id={id}
      noun="partner"
      query={partner}
      nameOf={({ businessName }) => businessName}
      actions={(data) => (
        <>
          <Button look="quiet" className="button-tiny" onClick={() => onEdit(data)}>
            Edit
          </Button>
          {data.firstLoginAt === null && (
            <Button
              look="quiet"
              className="button-tiny"
              aria-disabled={inviting}
              onClick={() => inviteAgain(data)}
            >
              {inviting ? INVITE_AGAIN.acting : "Invite again"}
            </Button>
          )}
          <LinkDialog
            shown={link === null ? null : { ...INVITE_AGAIN.link, link }}
            onClose={() => setLink(null)}
          />
        </>
      )}
    >
      {(data) => (
        <>
          <Facts facts={factsOf(data)} />
          <Places owner={id} />
          <PartnerClaims partner={id} />
          <Sessions id={id} />
          <StaffNotes kind="partner" id={id} />
        </>
      )}
    </RecordPanel>
  );
}

function Sessions({ id }: { readonly id: string }) {
  const { partnerManager } = trpc.useUtils();
  const sessions = trpc.partnerManager.partners.sessions.useQuery({ id }, { staleTime: 0 });
  const end = trpc.partnerManager.partners.endSession.useMutation();
  const endAll = trpc.partnerManager.partners.endSessions.useMutation();
  return (
    <AccountSessions
      query={sessions}
      end={(session) => end.mutateAsync({ id, session: session.id })}
      endAll={() => endAll.mutateAsync({ id })}
      reload={() => partnerManager.partners.sessions.invalidate({ id })}
    />
  );
}

const SHOWN = 20;

function Places({ owner }: { readonly owner: string }) {
  const places = trpc.admin.pois.list.useQuery({ owner, limit: SHOWN }, { staleTime: 0 });
  return (
    <section>
      <h3>Places</h3>
      <Loaded query={places} failed="The places could not be loaded" rows={2}>
        {({ items, total }) => (
          <>
            {items.map(({ id, name, city }) => (
              <p key={id}>
                <Link to="/admin/places" search={{ place: id }}>
                  <bdi>{name}</bdi>
                </Link>
                , <bdi>{city}</bdi>
              </p>
            ))}
            {total === 0 && <p className="soft">They own no place yet.</p>}
            {total > items.length && <p className="soft">{PARTNER.more(total - items.length)}</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}

const factsOf = (partner: PartnerDetail) =>
  [
    ["Contact", partner.contactName],
    ["Email", <MailLink key="email" address={partner.email} />],
    ["Phone", partner.phone],
    ["Status", partner.isVerified ? "Verified" : "Pending"],
    ["Address confirmed", partner.emailConfirmedAt ? formatDateTime(partner.emailConfirmedAt) : "Not yet"],
    ["First sign-in", partner.firstLoginAt ? formatDateTime(partner.firstLoginAt) : "Not yet"],
    ["Created", formatDateTime(partner.createdAt)],
  ] as const;

/** Mails a partner another invitation; where no mail can be sent, `onLink` gets the link to hand over. */
function useInviteAgain(onLink: (link: string) => void) {
  const invite = trpc.partnerManager.partners.invite.useMutation();
  const [busy, start] = useBusy();
  async function send({ id }: Partner): Promise<void> {
    try {
      const { email, link } = await invite.mutateAsync({ id });
      invite.reset(); // else it keeps the link
      if (link) onLink(link);
      else toast({ title: "Invitation mailed", description: email });
    } catch (error) {
      toastError(INVITE_AGAIN.failed, error);
    }
  }
  return [busy, (partner: Partner) => void start(() => send(partner))] as const;
}
