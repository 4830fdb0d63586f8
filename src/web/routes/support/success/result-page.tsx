import type { ReactNode } from "react";
import { Footer } from "../../../blocks/footer/footer.tsx";
import { PublicBar } from "../../../blocks/public-bar/public-bar.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { Star } from "../../../ui/star/star.tsx";

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
