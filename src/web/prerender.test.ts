import { describe, expect, test } from "bun:test";
import { AUTH } from "../copy/en/sign-in.ts";
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

  test("shows samples, marked as such, until there are testimonials", async () => {
    const html = await landing({});
    expect(html).toContain("Sample voices of early testers");
    expect(figures(html)).toHaveLength(4);
  });

  test("shows the operator's testimonials without the samples or their mark", async () => {
    const html = await landing({
      testimonials: [
        { quote: "It knows <my> road.", name: "Amina", role: "Grocer", city: "Dearborn" },
        { quote: "\u0637\u0631\u064a\u0642", name: "Yusuf", role: "", city: "Houston" },
      ],
    });
    expect(html).not.toContain("Sample voices");
    expect(figures(html)).toEqual([
      '<figure><blockquote dir="auto"><p>It knows &lt;my&gt; road.</p></blockquote><figcaption><span><bdi>Amina</bdi>, <bdi>Grocer</bdi>, <bdi>Dearborn</bdi></span></figcaption></figure>',
      '<figure><blockquote dir="auto"><p>\u0637\u0631\u064a\u0642</p></blockquote><figcaption><span><bdi>Yusuf</bdi>, <bdi>Houston</bdi></span></figcaption></figure>',
    ]);
  });
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
