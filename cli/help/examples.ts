import type { Command } from "commander";
import type { Operation } from "../../src/core/rpc/operations.ts";
import { kebab } from "../../src/shared/command-line.ts";
import type { Flag } from "../flags.ts";

/** What follows the words of a command in its example. Other commands get their arguments and required flags. */
const EXAMPLES: Readonly<Record<string, string>> = {
  "admin create": "--username aisha --email aisha@example.com --role admin --password-stdin < password.txt",
  "admin invite": "--username omar --email omar@example.com --role admin",
  "admin list": "--q example.com --fields username,role",
  "admin reset-password": "omar --password-stdin < password.txt",
  "admin set-role": "omar --role partner_manager",
  "admin update": "omar --email omar@example.com",
  api: "GET '/api/admin/waitlist?limit=5' | jq '.[].email'",
  "audit export": "--action admin.users --since 2026-01-01 --out audit-log.csv",
  "audit list": "--action admin.users --since 2026-01-01 --limit 20",
  "backup create": "rihla-$(date +%F).backup --with-evidence --passphrase-file phrase.txt",
  "backup delete": "rihla-20260301T030000Z-4b9w2k7c-pinned-upgrade.backup",
  "backup restore": "rihla.backup",
  "backup verify": "rihla.backup --into postgres://rihla@127.0.0.1/trial",
  "broadcast create": '--subject "News" --markdown "$(cat news.md)" --confirmed',
  "broadcast list": "--state sending",
  "broadcast recipients": "ID --state unknown --jsonl",
  "broadcast send": "ID --count 1204",
  "broadcast test": "ID --email me@example.com",
  "broadcast update": 'ID --subject "News" --markdown "$(cat news.md)"',
  "city rank": "--limit 10",
  "city set-bar": "150",
  "claim approve": "ID --reason proof_sufficient",
  "claim code": "ID --kind phone",
  "claim decide": 'ID --decision more --notes "Please send the lease."',
  "claim list": "--status pending --partner owner@example.com",
  "claim reject": "ID --reason documents_missing",
  completion: "bash > ~/.local/share/bash-completion/completions/rihla",
  "db backup": "rihla-$(date +%F).backup --passphrase-stdin < passphrase.txt",
  "db grants": "--role rihla_app",
  "db restore": "rihla.backup --dry-run",
  "db move": "--database-url-stdin < database.url",
  "db rotate-key": "--new-key-stdin < new.key",
  "db sweep": "--dry-run",
  docs: "runbooks/upgrade.sh",
  doctor: "--deep",
  "evidence add":
    "ID --kind certificate --issuer-id ISSUER --number HC-100 --valid-from 2026-01-01 --valid-until 2026-12-31",
  "evidence revoke": 'ID --reason "Withdrawn by its issuer"',
  "issuer add": '--name "Halal Council" --country US --address office@council.example',
  "issuer list": "--q council",
  login: "--url https://rihla.example",
  "mail list": "--state failed --fields id,to,error",
  "manager create": "--username maryam --email maryam@example.com --password-stdin < password.txt",
  "match decide": "ID --decision same",
  "match list": "--status pending",
  "match undo": "ID",
  "note add": '--kind inquiry --subject-id ID --text "Call back on Monday"',
  "note list": "--kind inquiry --subject-id ID",
  "partner create":
    '--email owner@example.com --business-name "Noor Grill" --contact-name "Layla" --password-stdin < password.txt',
  "partner list": "--q grill --no-verified --jsonl",
  "partner update": 'ID --business-name "Noor Grill" --contact-name "Layla"',
  "partnership answer": 'ID --text "Welcome!"',
  "partnership create": '--business-name "Noor Grill" --email owner@example.com',
  "partnership export": "--stage new --out inquiries.csv",
  "partnership list": "--stage new --assignee none",
  "partnership progress": "ID --stage won --assignee-id ACCOUNT",
  "partnership update": 'ID --business-name "Noor Grill" --email owner@example.com',
  "payment export": "--status succeeded --out payments.csv",
  "payment list": "--status pending --jsonl",
  "payment receive": "OLIVE-HARBOR-4821 --method zelle",
  "payment reconcile": "--older-than 60",
  "person export": "someone@example.com --out person.json",
  "photo approve": "ID",
  "photo decide": "ID --decision approved",
  "photo decline": 'ID --notes "It shows another place."',
  "photo list": "--place ID",
  "poi add": '--name "Noor Grill" --address "12 Main St" --city Dearborn --state MI --category restaurant',
  "poi add-supplier": 'ID "Crescent Meats"',
  "poi export": "--without-source osm --format csv --out places.csv",
  "poi import": "places.geojson --dry-run",
  "poi intake": "places.geojson --source osm --city Dearborn --release 2026-11 --dry-run",
  "poi intake apply": "ID",
  "poi intake list": "--limit 10",
  "poi intake rows": "ID --outcome changed",
  "poi intake undo": "ID",
  "poi intake floor": "osm 0.8",
  "poi intake report": "--city Dearborn",
  "poi list": "--city Dearborn --tier verified --fields id,name",
  "poi merge": "ID DUPLICATE --dry-run",
  "poi remove-supplier": "ID SUPPLIER",
  "poi set-facts": "ID --prayer-room --no-alcohol",
  "poi set-prayer":
    'ID --iqamah "dhuhr fixed 13:30 from 2026-03-08" --jumuah "13:15 from 2026-03-06, Main hall, English"',
  "poi still-open": "ID open",
  "poi update": 'ID --phone "(313) 555-0100"',
  "poi why": "ID --on 2026-12-31",
  "profile use": "local",
  "proposal reject": 'ID --notes "The name is not yours."',
  "review assign": "claim:ID --assignee-id ID",
  "review assignment": "claim:ID",
  "review snooze": "claim:ID --until 2026-12-31",
  "renewal decide": 'ID --decision declined --notes "The certificate is of another place."',
  "renewal decline": 'ID --notes "The certificate is of another place."',
  "report close": 'ID --text "We asked the supplier."',
  "request approve": "ID --latitude 42.32 --longitude -83.18",
  "request reject": "ID --reason duplicate_place",
  "sample check": 'ID --no-right --why "It moved to Oak St"',
  "sample list": "--city Dearborn",
  "session list": "--account aisha",
  "sync decide": "ID --decision link --main-id ROW",
  "sync run": "--dry-run",
  "suggestion decide": "ID --decision approved",
  "token create": "--service ci --scopes waitlist:read --scopes sync:run",
  trace: "0b7c8f0e-4d1a-4b7e-9c55-2f1d3a6e8b90 --log rihla.log",
  "transfer reject": 'ID --notes "The lease is not yours."',
  "trash list": "--kind place",
  "trash restore-act": "0f5a6c3e9b2d4817",
  "waitlist export": "--confirmed --fields email,city --out signups.csv",
  "waitlist import": "list.csv --skip-refused",
  "waitlist list": "--q example.com --confirmed --limit 20",
  "waitlist sources": "--from 2026-01-01 --to 2026-01-31",
  "waitlist update": "ID --city Dearborn",
};

/** Arguments that are no id, and required flags, as a reader would write them. */
const SAMPLES: Readonly<Record<string, string>> = {
  email: "someone@example.com",
  name: '"Noor Grill"',
  notes: '"Thank you."',
  number: "HC-100",
  text: '"Thank you."',
  country: "US",
  "issuer-id": "ISSUER",
  "valid-until": "2026-12-31",
};

/** Ends the help of a command with an example of it. `rest` follows its words if it has none of its own. */
export function addExample(command: Command, words: readonly string[], rest = ""): void {
  const parts = ["rihla", ...words, EXAMPLES[words.join(" ")] ?? rest];
  command.addHelpText("after", `\nExample:\n  ${parts.filter((part) => part !== "").join(" ")}`);
}

/** The arguments and required flags of an operation with sample values. */
export function sampleArguments({ cli }: Operation, flags: readonly Flag[]): string {
  const positionals = cli?.optional ? [] : (cli?.positionals ?? []);
  const required = flags.filter((flag) => flag.required && !flag.secret);
  return [
    ...positionals.map((name) => SAMPLES[kebab(name)] ?? kebab(name).toUpperCase()),
    ...required.map((flag) =>
      flag.kind === "boolean"
        ? `--${flag.option}`
        : `--${flag.option} ${flag.choices[0] ?? SAMPLES[flag.option]}`,
    ),
  ].join(" ");
}
