import { useEffect, useRef, useState } from "react";
import { trpc } from "../../lib/api.tsx";
import { Alert } from "../../ui/alert/alert.tsx";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/card/card.tsx";
import { Loaded } from "../../ui/loaded/loaded.tsx";
import { MFA } from "./content.ts";
import { MfaActions } from "./mfa-actions.tsx";
import { Wizard } from "./wizard.tsx";

const FEW = 3; // codes; below this many the card warns

/** The signed-in user's MFA: its status, how many backup codes are left, and the actions. */
export function MfaCard() {
  const status = trpc.admin.mfa.status.useQuery();
  const [wizard, setWizard] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const before = useRef<boolean | undefined>(undefined);
  const focusAfter = () => card.current?.querySelector("button") ?? null;
  const on = status.data?.mfaEnabled;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed button is removed by the change
  useEffect(() => {
    const changed = before.current !== undefined && before.current !== on;
    before.current = on;
    if (changed && document.activeElement === document.body) focusAfter()?.focus();
  }, [on]);
  return (
    <Card className="mfa-card">
      <Head on={on} />
      <div ref={card}>
        <Loaded query={status} failed={MFA.failedLoad} rows={2}>
          {({ mfaEnabled, backupCodesLeft }) =>
            mfaEnabled ? (
              <On left={backupCodesLeft} focusAfter={focusAfter} />
            ) : (
              <div className="mfa-card-body">
                <p>{MFA.offText}</p>
                <Button onClick={() => setWizard(true)}>{MFA.setUp}</Button>
              </div>
            )
          }
        </Loaded>
      </div>
      <Wizard open={wizard} onClose={() => setWizard(false)} focusAfter={focusAfter} />
    </Card>
  );
}

function Head({ on }: { readonly on: boolean | undefined }) {
  return (
    <div className="card-head mfa-card-head">
      <h2>{MFA.title}</h2>
      {on !== undefined && <Badge tone={on ? "good" : "warning"}>{on ? MFA.on : MFA.off}</Badge>}
    </div>
  );
}

interface OnProps {
  readonly left: number;
  readonly focusAfter: () => HTMLElement | null;
}

function On({ left, ...actions }: OnProps) {
  return (
    <div className="mfa-card-body">
      <p>{MFA.onText}</p>
      {left > FEW ? <p className="soft">{MFA.left(left)}.</p> : <Alert tone="warning">{MFA.few(left)}</Alert>}
      <MfaActions {...actions} />
    </div>
  );
}
