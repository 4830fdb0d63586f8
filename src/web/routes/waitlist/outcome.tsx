import { ButtonLink } from "../../ui/button/button.tsx";
import { NoticePage } from "../../ui/page/page.tsx";

interface OutcomeProps {
  readonly title: string;
  readonly sentence: string;
  readonly wayOn: string;
}

/** What a form that was sent without JavaScript is answered with. */
export function OutcomePage({ title, sentence, wayOn }: OutcomeProps) {
  return (
    <NoticePage title={title}>
      <p>{sentence}</p>
      <ButtonLink href="/#beta">{wayOn}</ButtonLink>
    </NoticePage>
  );
}
