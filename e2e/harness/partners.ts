import { createHash, randomBytes } from "node:crypto";
import { type EmbeddedConfig, openDatabase, type ServerConfig } from "../../src/db/client.ts";

export interface SignedIn {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
}

const ROWS = `
  with made as (
    insert into partners (id, business_name, contact_name, phone, created_at, updated_at)
    select id, 'Rival ' || id, 'Maryam', '', now(), now()
    from jsonb_to_recordset($1::jsonb) as r (id text) returning id),
  people as (
    insert into partner_people (id, partner_id, name, role, leads, email, email_key, password_hash, created_at, updated_at)
    select id, id, 'Maryam', 'owner', true, email, email, 'none', now(), now()
    from jsonb_to_recordset($1::jsonb) as r (id text, email text) returning id)
  insert into partner_sessions (id, user_id, created_at, last_seen_at, authenticated_at, expires_at)
  select r.session, r.id, now(), now(), now(), now() + interval '1 day'
  from jsonb_to_recordset($1::jsonb) as r (id text, session text)`;

/** Partners with one session each, inserted directly into the database, because registering hashes a password. */
export async function addPartners(
  where: EmbeddedConfig | ServerConfig,
  run: string,
  count: number,
): Promise<readonly SignedIn[]> {
  const made = Array.from({ length: count }, (_, index) => {
    const token = randomBytes(32).toString("base64url");
    const session = createHash("sha256").update(token).digest("hex");
    const id = `${run}-${index}`;
    return { id, email: `${id}@example.org`, session, cookie: `partner_session=${token}` };
  });
  const db = await openDatabase(where);
  try {
    await db.query(ROWS, [JSON.stringify(made)]);
  } finally {
    await db.close();
  }
  return made;
}
