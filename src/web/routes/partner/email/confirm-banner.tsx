import { trpc } from "../../../lib/api.tsx";
import { messageOf } from "../../../lib/error-message.ts";
import { toast } from "../../../lib/toast/toast.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Card } from "../../../ui/card/card.tsx";
import { usePartner } from "../session.ts";
import { CodeForm } from "./code-form.tsx";
import { BANNER } from "./content.ts";

/** Asks a partner to confirm the address, where that is required or mails can be sent. */
export function ConfirmBanner() {
  const { emailConfirmed } = usePartner();
  const status = trpc.partner.email.status.useQuery(undefined, { enabled: !emailConfirmed });
  if (emailConfirmed || !status.data || status.data.confirmed) return null;
  const { required, mailed } = status.data;
  return required || mailed ? <Banner required={required} /> : null;
}

function Banner({ required }: { readonly required: boolean }) {
  const { email } = usePartner();
  const resend = trpc.partner.email.resend.useMutation();
  const again = () =>
    resend.mutateAsync().then(
      () => toast({ title: BANNER.sent, description: BANNER.sentText }),
      (error: unknown) =>
        toast({
          title: BANNER.failed,
          description: messageOf(error) ?? BANNER.tryAgain,
          variant: "destructive",
        }),
    );
  return (
    <section aria-labelledby="confirm-banner">
      <Card className="confirm-banner">
        <h2 id="confirm-banner">{BANNER.title}</h2>
        <p>{BANNER.text(email)}</p>
        {required && <p className="soft">{BANNER.required}</p>}
        <CodeForm onConfirmed={focusMain} />
        <Button
          look="text"
          className="confirm-banner-again"
          disabled={resend.isPending}
          onClick={() => void again()}
        >
          {BANNER.again}
        </Button>
      </Card>
    </section>
  );
}

/** The banner goes, and the focus with it. */
const focusMain = (): void => document.querySelector<HTMLElement>("main")?.focus();
