import type { ReactNode } from "react";
import { Footer } from "../../../blocks/footer/footer.tsx";
import { PublicBar } from "../../../blocks/public-bar/public-bar.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { Star } from "../../../ui/star/star.tsx";

interface ResultPageProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly tone?: "good" | "bad" | "waiting";
  /** A receipt, and the ways on. */
  readonly children?: ReactNode;
}

/** The frame of every outcome: one star, one sentence, and what there is to do. */
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
