import { useBrand } from "../../../lib/brand.ts";
import { mailto } from "../../../lib/mailto.ts";
import { FAQ, QUESTIONS } from "./content.ts";

/** Native `details`: they open by keyboard, without JavaScript, and by URL fragment. */
export function Faq() {
  const brand = useBrand();
  return (
    <section id="faq" className="faq wrap" aria-labelledby="faq-heading">
      <div className="faq-head">
        <h2 id="faq-heading">{FAQ.heading}</h2>
        <p className="soft">
          {FAQ.more} <a href={mailto(brand.contactEmail, FAQ.writeSubject)}>{FAQ.write}</a>.
        </p>
      </div>
      <div>
        {QUESTIONS.map(({ id, ask, answer }) => (
          <details key={id} id={`faq-${id}`}>
            <summary>
              <h3>{ask(brand)}</h3>
            </summary>
            <p>{answer(brand)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
