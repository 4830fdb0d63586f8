import { basic, signIn } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import { SoftPasskey } from "./authenticator.ts";
import { addPasskey, STAFF_PASSKEYS, signInWith } from "./passkeys.ts";

/** A passkey and an API token of a staff account, and the statuses of a sign-in and a call with them. */
export async function accessOf(app: TestApp, username: string) {
  const passkey = new SoftPasskey();
  const added = await addPasskey(app, STAFF_PASSKEYS, await signIn(app, username), passkey);
  if (added.status !== 201) throw new Error(`adding a passkey answered ${added.status}: ${added.text}`);
  const body = { name: "CI", scopes: ["waitlist:read"] };
  const { json } = await app.send("POST /api/admin/tokens", { headers: basic(username), body });
  const headers = { Authorization: `Bearer ${json.token}` };
  return {
    opens: async () => [
      (await app.send("GET /api/admin/waitlist", { headers })).status,
      (await signInWith(app, STAFF_PASSKEYS, passkey)).status,
    ],
  };
}
