import { type MailServer, mailServer } from "../../../src/testing/mail-server.ts";
import { type Server, scratch, startServer } from "../../harness/server.ts";
import type { Case, Finding } from "../../harness/suite.ts";
import { post } from "../client.ts";

const ACCOUNTS_A_ROUND = 6;
const MAILED_A_ROUND = 3;
const USES = 3; // of each link, at the same time
const MAIL_WITHIN = 40_000; // milliseconds, on a busy machine
const KILL_WITHIN = 400; // milliseconds after the first use of a round

const PASSWORD = "six figs and a pear";

interface Link {
  readonly email: string;
  readonly token: string;
  accepted: number;
  refused: number;
  /** Uses whose answer was lost with the server. */
  unanswered: number;
}

/** The server is killed while mails with links are sent and links are used, each several times at once. */
export const killLinks: Case = {
  name: "kill-links",
  isUntimed: true,
  async run({ short }) {
    const home = await scratch();
    const mails = await mailServer();
    try {
      return await killAndUse(home.path, mails, short ? 2 : 50);
    } finally {
      await mails.close();
      await home.remove();
    }
  },
};

async function killAndUse(home: string, mails: MailServer, kills: number): Promise<Finding[]> {
  const env = {
    DATA_DIR: home,
    RATE_LIMIT: "off",
    MAIL_URL: mails.url,
    MAIL_FROM: "rihla@example.org",
    REQUIRE_CONFIRMED_EMAIL: "on",
  };
  const links = new Map<string, Link>();
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startServer(env);
    await registerSome(server, kill);
    await mailedSince(mails, links);
    const used = redeemAll(server, [...links.values()].filter(isOpen), USES);
    await Bun.sleep(Math.random() * KILL_WITHIN);
    await server.kill9();
    await used;
  }
  const last = await startServer(env);
  readMails(mails, links);
  await redeemAll(last, [...links.values()].filter(isOpen), 1);
  const findings = await findingsOf(last, [...links.values()], kills);
  await last.term();
  return findings;
}

const isOpen = ({ accepted }: Link): boolean => accepted === 0;

const accountOf = (email: string) => ({
  email,
  password: PASSWORD,
  businessName: "Noor Grill",
  contactName: "Maryam",
});

async function registerSome({ url }: Server, round: number): Promise<void> {
  const emails = Array.from({ length: ACCOUNTS_A_ROUND }, (_, n) => `owner-${round}-${n}@example.org`);
  await Promise.all(emails.map((email) => post(`${url}/partner/api/register`, accountOf(email))));
}

/** Waits until half of the links have been mailed: the kill comes while others are on their way. */
async function mailedSince(mails: MailServer, links: Map<string, Link>): Promise<void> {
  const before = links.size;
  const end = performance.now() + MAIL_WITHIN;
  while (links.size < before + MAILED_A_ROUND) {
    if (performance.now() > end) throw new Error(`too few links were mailed within ${MAIL_WITHIN} ms`);
    await Bun.sleep(10);
    readMails(mails, links);
  }
}

/** Adds the links of received mails; a mail that is sent again after a kill has the same one. */
function readMails(mails: MailServer, links: Map<string, Link>): void {
  for (const { to, data } of mails.taken) {
    const text = data.replaceAll("=\r\n", "").replaceAll("=3D", "=");
    const [, token] = /\/partner\/confirm\/([\w-]{43})/.exec(text) ?? [];
    if (token === undefined || links.has(token)) continue;
    links.set(token, { email: to, token, accepted: 0, refused: 0, unanswered: 0 });
  }
}

async function redeemAll({ url }: Server, links: readonly Link[], times: number): Promise<void> {
  const use = async (link: Link) => {
    const reply = await post(`${url}/partner/api/email/confirm`, { token: link.token });
    if (reply?.status === 200) link.accepted += 1;
    else if (reply?.status === 400) link.refused += 1;
    else link.unanswered += 1;
  };
  await Promise.all(links.flatMap((link) => Array.from({ length: times }, () => use(link))));
}

async function findingsOf(server: Server, links: readonly Link[], kills: number): Promise<Finding[]> {
  const twice = links.filter(({ accepted }) => accepted > 1);
  const lost: string[] = [];
  for (const link of links.filter(isOpen)) {
    // refused: allowed only where a use whose answer was lost has confirmed the address
    if (link.unanswered === 0 || !(await isConfirmed(server, link.email))) lost.push(link.email);
  }
  return [
    { what: `links that worked twice, of ${links.length} over ${kills} kills`, ...countOf(twice.length) },
    { what: "mailed links that were lost", ...countOf(lost.length) },
    { what: "links used", figure: String(links.length), ok: links.length >= kills },
  ];
}

const countOf = (count: number) => ({ figure: String(count), ok: count === 0 });

async function isConfirmed({ url }: Server, email: string): Promise<boolean> {
  const reply = await post(`${url}/partner/api/login`, { email, password: PASSWORD });
  return reply?.body.emailConfirmed === true;
}
