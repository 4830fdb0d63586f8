import type { Browser, CDPSession, Page } from "playwright";

/** A connection as the browser's debugging protocol sets it: milliseconds, bytes a second. */
export interface Connection {
  readonly latency: number;
  readonly downloadThroughput: number;
  readonly uploadThroughput: number;
}

const SLOWER = 4; // the usual setting of mobile audits: a quarter of this CPU's speed
const PHONE = { width: 390, height: 844 };

/** Opens a page with an empty cache on a slow phone, for as long as `use` takes. */
export async function onSlowPhone<Result>(
  browser: Browser,
  connection: Connection,
  use: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", { offline: false, ...connection });
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    return await use(page, session);
  } finally {
    await context.close();
  }
}
