import { type EmbeddedConfig, openDatabase, type ServerConfig } from "../../src/db/client.ts";

const NAME = "e2e";
export const PASSWORD = "correct horse battery staple 7";

/** An `Authorization` header: HTTP Basic of the account that `addStaff` creates, or with a wrong password. */
export const basic = (password = PASSWORD): string => `Basic ${btoa(`${NAME}:${password}`)}`;

/** Inserts a super admin directly into the database, because no REST call creates the first one. */
export async function addStaff(where: EmbeddedConfig | ServerConfig): Promise<void> {
  const db = await openDatabase(where);
  const hash = await Bun.password.hash(PASSWORD, { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 });
  await db.query(
    `insert into staff_users (id, username, username_key, email, password_hash, role, created_at, updated_at)
     values ($1, $1, $1, $1 || '@example.org', $2, 'super_admin', now(), now())`,
    [NAME, hash],
  );
  await db.close();
}

/** The Cookie header of a session of that account. */
export async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: NAME, password: PASSWORD }),
  });
  const cookie = /staff_session=[\w-]+/.exec(answer.headers.get("set-cookie") ?? "")?.[0];
  if (cookie === undefined) throw new Error(`signing in answered ${answer.status}`);
  return cookie;
}
