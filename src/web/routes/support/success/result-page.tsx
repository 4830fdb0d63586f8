import type { ReactNode } from "react";
import { Page } from "../../../kit/page/page.tsx";
import { Star } from "../../../kit/page/star.tsx";
import { Footer } from "../../../kit/site/footer.tsx";
import { PublicBar } from "../../../kit/site/public-bar.tsx";

interface ResultPageProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly tone?: "good" | "bad" | "waiting";
  /** The receipt and next steps. */
  readonly children?: ReactNode;
}

/** The frame of every outcome: a star, one sentence and the next steps. */
export function ResultPage({ title, text, tone = "good", children }: ResultPageProps) {
  return (
    <Page title={title} banner={<PublicBar />} footer={<Footer />}>
      <div className="result-page" data-tone={tone}>
        <Star className="star result-page-star" />
        <div className="result-page-words" role="status">
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
        {children}
      </div>
    </Page>
  );
}
