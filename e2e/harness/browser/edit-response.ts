import type { Page } from "@playwright/test";

/**
 * Changes the responses of one procedure, whatever else is in the same batch. Times are texts, marked in the metadata.
 * The caller knows what the procedure returns.
 */
export async function editAnswer<Output extends object>(
  page: Page,
  procedure: string,
  edit: (json: Output) => unknown,
): Promise<void> {
  await page.route(
    (url) => namesIn(url).includes(procedure),
    async (route) => {
      // rows of other tests must not push ours off the first page; a batch has several limits
      const url = route
        .request()
        .url()
        .replace(/%22limit%22%3A\d+/g, "%22limit%22%3A500");
      const response = await route.fetch({ url });
      const answers = (await response.json()) as { result?: { data: { json: unknown; meta?: unknown } } }[];
      for (const [at, name] of namesIn(new URL(route.request().url())).entries()) {
        const answer = answers[at]?.result;
        if (name !== procedure || !answer) continue;
        const json = edit(answer.data.json as Output);
        answer.data = { json, meta: { values: datesIn(json) } };
      }
      await route.fulfill({ response, json: answers });
    },
  );
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Paths of the times, in the wire format. */
function datesIn(json: unknown, path: readonly string[] = []): Record<string, readonly ["Date"]> {
  if (typeof json === "string") return TIME.test(json) ? { [path.join(".")]: ["Date"] } : {};
  if (typeof json !== "object" || json === null) return {};
  return Object.assign({}, ...Object.entries(json).map(([key, value]) => datesIn(value, [...path, key])));
}

const namesIn = (url: URL): string[] =>
  url.pathname.startsWith("/trpc/") ? url.pathname.slice("/trpc/".length).split(",") : [];
