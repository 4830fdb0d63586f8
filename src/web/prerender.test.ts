import { describe, expect, test } from "bun:test";
import { COVERAGE, SAMPLE } from "../copy/en/landing.ts";
import { AUTH } from "../copy/en/sign-in.ts";
import { reasonsFor } from "../modules/evidence/tier/reasons.ts";
import type { EvidenceRecord } from "../modules/evidence/tier/records.ts";
import { tierOn } from "../modules/evidence/tier/tier.ts";
import { createGazetteer } from "../modules/places/gazetteer/gazetteer.ts";
import { type Brand, DEFAULT_BRAND } from "../shared/brand.ts";
import { CURRENT_CONSENT, consentText, consentTexts } from "../shared/people/consent-texts.ts";
import { renderOutcome, renderPage } from "./prerender.tsx";

const landing = async (given: Partial<Brand>): Promise<string> =>
  (await renderPage("/", { ...DEFAULT_BRAND, ...given })).body;

const linksTo = (html: string) =>
  [...html.matchAll(/<a href="(https:[^"]+)"[^>]*>([^<]+)<\/a>/g)].map(([, href, name]) => [href, name]);

describe("the social links of the footer", () => {
  test("are those that the operator sets, named after their hosts", async () => {
    const links = [
      ["https://www.instagram.com/rihla", "Instagram"],
      ["https://m.youtube.com/@rihla", "YouTube"],
      ["https://twitter.com/rihla", "X"],
      ["https://masjid.social/@rihla", "masjid.social"],
    ] as const;
    const html = await landing({ socialLinks: links.map(([href]) => href) });
    expect(linksTo(html)).toEqual(links.map((each) => [...each]));
    expect(html).not.toContain("Facebook");
  });

  test("have no heading where none is set", async () => {
    const html = await landing({ socialLinks: [] });
    expect(linksTo(html)).toEqual([]);
    expect(html).not.toContain("Follow the road");
  });
});

describe("the community section", () => {
  const figures = (html: string) => html.match(/<figure>.*?<\/figure>/gs) ?? [];

  test("shows the evidence of a sample place until there are testimonials", async () => {
    const html = await landing({});
    expect(html).toContain("Sample Grill");
    expect(figures(html)).toEqual([]);
  });

  test("says of the sample place what the evidence rules say of such records", () => {
    const { since, until, reasons } = SAMPLE;
    const read = { issuerId: "shc", number: "SHC-2048", validUntil: until, recordedOn: since };
    const all: EvidenceRecord[] = [
      { ...read, id: "c", kind: "certificate", by: "amina", validFrom: since },
      { ...read, id: "r", kind: "reading", by: "bilal", certificateId: "c" },
      { id: "l", kind: "lookup", recordedOn: since, by: "amina", issuerId: "shc", checkedOn: since },
    ];
    const rules = { readings: 2 } as const;
    const basis = tierOn(all, since, rules);
    const issuers = new Map([["shc", "Sample Halal Council"]]);
    expect(basis.tier).toBe(SAMPLE.tier);
    expect(reasonsFor(basis, { all, issuers, rules, sources: new Map(), lists: [] })).toEqual([...reasons]);
  });

  test("shows the operator's testimonials without the sample", async () => {
    const html = await landing({
      testimonials: [
        { quote: "It knows <my> road.", name: "Amina", role: "Grocer", city: "Dearborn" },
        { quote: "\u0637\u0631\u064a\u0642", name: "Yusuf", role: "", city: "Houston" },
      ],
    });
    expect(html).not.toContain("Sample Grill");
    expect(figures(html)).toEqual([
      '<figure><blockquote dir="auto"><p>It knows &lt;my&gt; road.</p></blockquote><figcaption><span><bdi>Amina</bdi>, <bdi>Grocer</bdi>, <bdi>Dearborn</bdi></span></figcaption></figure>',
      '<figure><blockquote dir="auto"><p>\u0637\u0631\u064a\u0642</p></blockquote><figcaption><span><bdi>Yusuf</bdi>, <bdi>Houston</bdi></span></figcaption></figure>',
    ]);
  });
});

test("the cities that the landing page links to are those of the gazetteer", async () => {
  const gazetteer = createGazetteer();
  const unknown = COVERAGE.cities.filter(([name, state]) => {
    const city = gazetteer.meaning(`${name}, ${state}`);
    return city?.name !== name || city.state !== state;
  });
  expect(unknown).toEqual([]);
  expect(await landing({})).toContain('href="/cities/new-york-city-ny"');
});

test("no email is promised without a word that none can be sent, while no mail server is set up", () => {
  const joined = (sendsEmail: boolean) => renderOutcome("joined", { ...DEFAULT_BRAND, sendsEmail }).body;
  expect(joined(false)).toContain("This site cannot send email right now.");
  expect(joined(true)).not.toContain("cannot send email");
  const registered = (sendsEmail: boolean) => AUTH.registeredText("amina@example.com", sendsEmail);
  expect(registered(true)).toContain("Then check your inbox");
  expect(registered(false)).toEndWith("with your password.");
});

describe("the words that a person agrees to by joining", () => {
  const escaped = (text: string | null) => Bun.escapeHTML(text ?? "none").replaceAll("&#39;", "&#x27;");

  test("are in the waitlist card", async () => {
    expect(await landing({})).toContain(escaped(consentText(CURRENT_CONSENT, DEFAULT_BRAND)));
  });

  test("are on the privacy page, with all that earlier cards showed", async () => {
    const { body } = await renderPage("/privacy", DEFAULT_BRAND);
    for (const { text } of consentTexts(DEFAULT_BRAND)) expect(body).toContain(escaped(text));
  });
});
