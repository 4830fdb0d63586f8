import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { InquiryDetail } from "../../../modules/inquiries/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { toastOutcome } from "../../lib/toast.ts";
import { Confirm, ConfirmSubject } from "../dialog/confirm.tsx";
import { Field } from "../form/field.tsx";
import { Button } from "../page/button.tsx";
import { SUPER_ADMINS } from "../staff/roles.ts";
import { useStaff } from "../staff/use-staff.ts";
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
      <h3>Partner account</h3>
      {partner ? (
        <p>
          {"They have an account:"}{" "}
          {mayInvite ? (
            <Link to="/partner-manager" search={{ open: partner.id }}>
              <bdi>{partner.businessName}</bdi>
            </Link>
          ) : (
            <bdi>{partner.businessName}</bdi>
          )}
        </p>
      ) : (
        <p className="soft">
          {mayInvite
            ? "They have no partner account yet."
            : "They have no partner account yet. A super admin can create one."}
        </p>
      )}
      {!partner && mayInvite && (
        <Button look="quiet" className="button-tiny" onClick={() => setAsking(true)}>
          {ACCOUNT.invite}
        </Button>
      )}
      {link && (
        <>
          <p>This server cannot send mail. Give them this link yourself; it is shown once.</p>
          <Field label="Link to choose a password" name="link" readOnly value={link} error={undefined} />
        </>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={ACCOUNT.invite}
        action="Create account"
        acting="Creating..."
        look="primary"
        onConfirm={async () => {
          if (await invite()) setAsking(false);
        }}
      >
        <ConfirmSubject name={businessName} detail={email} />
        <p>
          They get an email with a link to choose a password, which works for 7 days. They claim their places
          themselves.
        </p>
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
        done: ({ email, link }) => ({
          title: link ? "Account created" : "Invitation mailed",
          description: email,
        }),
        failed: "Failed to create the account",
      });
      await refresh();
      return done;
    },
  } as const;
}

const ACCOUNT = {
  invite: "Create an account for them",
} as const;
