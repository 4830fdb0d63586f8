import type { TestApp, TestResponse } from "./app.ts";
import { type Deviation, SoftPasskey } from "./authenticator.ts";

export const STAFF_PASSKEYS = "/api/admin/passkeys";
export const PARTNER_PASSKEYS = "/partner/api/passkeys";

type Headers = Readonly<Record<string, string>>;

/** Adds a passkey to the account of a session, by the two calls of a browser. */
export async function addPasskey(
  app: TestApp,
  base: string,
  headers: Headers,
  passkey = new SoftPasskey(),
  deviation: Deviation = {},
): Promise<TestResponse> {
  const options = await app.send(`POST ${base}/options`, { headers });
  if (options.status !== 200) return options;
  const response = passkey.create(options.json, deviation);
  return app.send(`POST ${base}`, { headers, body: { name: "My phone", response } });
}

/** Signs in with a passkey, by the two calls of a browser. */
export async function signInWith(
  app: TestApp,
  base: string,
  passkey: SoftPasskey,
  deviation: Deviation = {},
): Promise<TestResponse> {
  const options = await app.send(`POST ${base}/sign-in/options`, {});
  return app.send(`POST ${base}/sign-in`, { body: { response: passkey.get(options.json, deviation) } });
}

/** The Cookie header of the session that a response opened. */
export const sessionOf = (response: TestResponse): Record<string, string> => ({
  Cookie: /(staff|partner)_session=[\w-]+/.exec(response.headers.get("set-cookie") ?? "")?.[0] ?? "",
});
