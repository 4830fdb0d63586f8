import type { Page } from "@playwright/test";

/** Passkeys belong to `localhost`, not to an IP address. */
export const LOCALHOST = `http://localhost:${new URL(process.env.BASE_URL ?? "http://localhost:3000").port}`;

/** Gives the page a device that makes and uses passkeys without asking. Chromium only. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
