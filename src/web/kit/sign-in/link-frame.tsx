import type { ReactNode } from "react";
import { Card } from "../page/card.tsx";
import { Page } from "../page/page.tsx";
import { Wordmark } from "../site/wordmark.tsx";

interface LinkFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page with one card, for what is done without a session. */
export const LinkFrame = ({ title, children }: LinkFrameProps) => (
  <Page title={title}>
    <div className="sign-in">
      <Wordmark />
      <Card className="sign-in-card">
        <div className="sign-in-form">
          <h1>{title}</h1>
          {children}
        </div>
      </Card>
    </div>
  </Page>
);
