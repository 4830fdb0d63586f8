import { Footer } from "../../blocks/footer/footer.tsx";
import { PublicBar } from "../../blocks/public-bar/public-bar.tsx";
import { Alert } from "../../ui/alert/alert.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Page } from "../../ui/page/page.tsx";
import { AskForm } from "./ask-form.tsx";
import { ME } from "./content.ts";
import { OwnLists } from "./own-lists.tsx";
import { SignupCard } from "./signup-card.tsx";
import { useOwnData } from "./use-own-data.ts";
import { Yours } from "./yours.tsx";

/** What is kept about a person, by the link that was mailed to them; without one, the form that asks for it. */
export function MePage() {
  return (
    <Page title={ME.title} banner={<PublicBar />} footer={<Footer />}>
      <div className="me wrap">
        <h1>{ME.title}</h1>
        <Content />
      </div>
    </Page>
  );
}

function Content() {
  const { state, load, token } = useOwnData();
  if (state.at === "reading") return <p role="status">{ME.reading}</p>;
  if (state.at === "asking") return <AskForm refused={state.refused} />;
  if (state.at === "nothing") return <p role="status">{ME.nothing}</p>;
  if (state.at === "unreached")
    return (
      <>
        <Alert>{ME.unreached}</Alert>
        <Button onClick={() => void load()}>{ME.again}</Button>
      </>
    );
  const own = { data: state.data, token, onChanged: load };
  return (
    <>
      <p className="lead">
        {ME.about} <strong>{state.data.email}</strong>
      </p>
      <SignupCard {...own} />
      <OwnLists data={state.data} />
      <Yours {...own} />
    </>
  );
}
