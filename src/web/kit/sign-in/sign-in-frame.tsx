import type { ReactNode } from "react";
import { Card } from "../page/card.tsx";
import { Page } from "../page/page.tsx";
import { Wordmark } from "../site/wordmark.tsx";

interface SignInFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The page of a staff sign-in. */
export const SignInFrame = ({ title, children }: SignInFrameProps) => (
  <div className="staff">
    <Page title={title}>
      <div className="sign-in">
        <Wordmark />
        <Card className="sign-in-card">{children}</Card>
      </div>
    </Page>
  </div>
);
