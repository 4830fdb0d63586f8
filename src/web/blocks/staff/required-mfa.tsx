import type { ReactNode } from "react";
import { Card } from "../../ui/card/card.tsx";
import { Page } from "../../ui/page/page.tsx";
import { WizardSteps } from "../security/wizard.tsx";
import { Wordmark } from "../wordmark/wordmark.tsx";
import { STAFF } from "./content.ts";

interface RequiredMfaProps {
  /** The backup codes are saved. */
  readonly onFinished: () => void;
  /** The button that logs out. */
  readonly leave: ReactNode;
}

/** The only screen of an account that must set up MFA first. */
export function RequiredMfa({ onFinished, leave }: RequiredMfaProps) {
  return (
    <div className="staff">
      <Page title={STAFF.mfaTitle}>
        <div className="sign-in">
          <Wordmark />
          <Card className="sign-in-card">
            <div className="sign-in-form">
              <div>
                <h1>{STAFF.mfaTitle}</h1>
                <p className="soft">{STAFF.mfaText}</p>
              </div>
              <div>
                <WizardSteps onFinished={onFinished} />
              </div>
            </div>
            <div className="sign-in-footer">{leave}</div>
          </Card>
        </div>
      </Page>
    </div>
  );
}
