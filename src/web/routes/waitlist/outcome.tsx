import { ButtonLink } from "../../kit/page/button.tsx";
import { NoticePage } from "../../kit/page/page.tsx";

interface OutcomeProps {
  readonly title: string;
  readonly sentence: string;
  readonly wayOn: string;
}

/** The response page of a form sent without JavaScript. */
export function OutcomePage({ title, sentence, wayOn }: OutcomeProps) {
  return (
    <NoticePage title={title}>
      <p>{sentence}</p>
      <ButtonLink href="/#beta">{wayOn}</ButtonLink>
    </NoticePage>
  );
}
