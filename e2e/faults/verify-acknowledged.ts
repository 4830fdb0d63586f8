import { type EmbeddedConfig, openDatabase, type ServerConfig } from "../../src/db/client.ts";
import type { Finding } from "../harness/suite.ts";
import type { SignupLoad } from "./signup-load.ts";

interface Row {
  readonly id: string;
  readonly email_key: string;
  readonly beta: boolean;
  readonly whole: boolean;
}

interface Found {
  readonly signups: readonly Row[];
  readonly inquiries: readonly Row[];
}

/** Compares the writes that were acknowledged with the rows in the database. */
export async function verifyAcknowledged(
  where: EmbeddedConfig | ServerConfig,
  visitors: SignupLoad,
): Promise<Finding[]> {
  const { signups, inquiries } = await read(where);
  const byEmail = Map.groupBy(signups, (row) => row.email_key);
  const inquiryIds = new Set(inquiries.map((row) => row.id));
  const lost = visitors.acknowledged.filter((each) => {
    if (each.kind === "inquiry") return !inquiryIds.has(each.id);
    const [row] = byEmail.get(each.email) ?? [];
    return row === undefined || (each.beta && !row.beta);
  });
  const doubled = [...byEmail.values(), ...Map.groupBy(inquiries, (row) => row.email_key).values()];
  const rows = [...signups, ...inquiries];
  const partial = rows.filter((row) => !row.whole).length;
  const foreign = signups.filter((row) => !visitors.sent.has(row.email_key)).length;
  return [
    zero(`of ${visitors.acknowledged.length} acknowledged writes, lost`, lost.length),
    zero(`of ${rows.length} rows, duplicated`, doubled.filter((each) => each.length > 1).length),
    zero("rows without an audit entry, or that were never sent", partial + foreign),
  ];
}

const zero = (what: string, count: number): Finding => ({ what, figure: String(count), ok: count === 0 });

async function read(where: EmbeddedConfig | ServerConfig): Promise<Found> {
  const db = await openDatabase(where);
  const noted = "exists (select from audit_log a where a.subject = t.id) as whole";
  const long = { timeoutMs: 60_000 };
  try {
    await db.query("create index if not exists e2e_subject on audit_log (subject)", [], long);
    const signups = `select id, email_key, is_beta_tester as beta, ${noted} from waitlist_signups t`;
    const inquiries = `select id, email_key, false as beta, ${noted} from partnership_inquiries t`;
    return {
      signups: await db.query<Row>(signups, [], long),
      inquiries: await db.query<Row>(inquiries, [], long),
    };
  } finally {
    await db.close();
  }
}
