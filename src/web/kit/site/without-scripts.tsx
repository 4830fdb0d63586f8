import { HELP, WITHOUT_SCRIPTS } from "../../../copy/en/site.ts";
import { useBrand } from "../../lib/brand.ts";
import { Wordmark } from "./top-bar.tsx";

/** The screens that do nothing without scripts, by what people come for. */
export type Purpose = keyof typeof WITHOUT_SCRIPTS;

/**
 * Replaces such a screen in a browser that runs no scripts: script-only.css hides the screen itself, and the boot script
 * removes this. Not in a `noscript`, whose text no test and no reading mode finds.
 */
export function WithoutScripts({ purpose }: { readonly purpose: Purpose }) {
  const { contactEmail } = useBrand();
  const { title, text } = WITHOUT_SCRIPTS[purpose];
  return (
    <main className="notice without-scripts" hidden>
      <Wordmark />
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        {`${HELP} `}
        <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
      </p>
    </main>
  );
}
