import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { InquiryDetail } from "../../../modules/inquiries/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { toastOutcome } from "../../lib/toast/toast-outcome.ts";
import { Confirm, ConfirmSubject } from "../dialog/confirm.tsx";
import { Field } from "../form/field.tsx";
import { Button } from "../page/button.tsx";
import { SUPER_ADMINS } from "../staff/roles.ts";
import { useStaff } from "../staff/use-staff.ts";
import { ACCOUNT } from "./inquiries-content.ts";
import { useRefreshInquiries } from "./use-refresh-inquiries.ts";

/** The partner account of the sender, or an invitation to one. */
export function AccountPart({ inquiry }: { readonly inquiry: InquiryDetail }) {
  const { partner, businessName, email } = inquiry;
  const { role } = useStaff();
  const mayInvite = SUPER_ADMINS.includes(role);
  const [asking, setAsking] = useState(false);
  const { invite, link } = useInvite(inquiry.id);
  return (
    <section className="inquiry-panel-part">
      <h3>{ACCOUNT.title}</h3>
      {partner ? (
        <p>
          {ACCOUNT.has}{" "}
          {mayInvite ? (
            <Link to="/partner-manager" search={{ open: partner.id }}>
              <bdi>{partner.businessName}</bdi>
            </Link>
          ) : (
            <bdi>{partner.businessName}</bdi>
          )}
        </p>
      ) : (
        <p className="soft">{mayInvite ? ACCOUNT.none : ACCOUNT.ask}</p>
      )}
      {!partner && mayInvite && (
        <Button look="quiet" className="button-tiny" onClick={() => setAsking(true)}>
          {ACCOUNT.invite}
        </Button>
      )}
      {link && (
        <>
          <p>{ACCOUNT.handOver}</p>
          <Field label={ACCOUNT.link} name="link" readOnly value={link} error={undefined} />
        </>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={ACCOUNT.invite}
        action={ACCOUNT.send}
        acting={ACCOUNT.sending}
        look="primary"
        onConfirm={async () => {
          if (await invite()) setAsking(false);
        }}
      >
        <ConfirmSubject name={businessName} detail={email} />
        <p>{ACCOUNT.question}</p>
      </Confirm>
    </section>
  );
}

function useInvite(id: string) {
  const invite = trpc.admin.partnerships.invite.useMutation();
  const refresh = useRefreshInquiries();
  return {
    link: invite.data?.link ?? null,
    async invite(): Promise<boolean> {
      const done = await toastOutcome(invite.mutateAsync({ id }), {
        done: ({ email, link }) => ({ title: link ? ACCOUNT.made : ACCOUNT.mailed, description: email }),
        failed: ACCOUNT.failed,
      });
      await refresh();
      return done;
    },
  } as const;
}
