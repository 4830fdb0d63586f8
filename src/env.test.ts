import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settingsFiles } from "./env/files.ts";
import { isSandboxPublic, readEnv, SettingError } from "./env.ts";

function refusal(name: string, value: string): string | null {
  try {
    readEnv({ [name]: value });
    return null;
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
}

const bad: Record<string, readonly string[]> = {
  PORT: ["http", "70000"],
  SECRET_KEY: ["short"],
  PUBLIC_URL: ["rihla.example", "https://rihla.example/app"],
  RATE_LIMIT: ["maybe"],
  DATABASE_URL: [
    "mysql://h/x",
    "postgres://",
    "postgres://h:99999/x",
    "db.example/x",
    "postgres://u:p@db.example",
    "postgres://u:p@one,two/",
    "postgres://u:a%zz@h/x",
  ],
  MAIN_DATABASE_URL: ["localhost", "postgres://h:port/x", "postgres://u:%@h/x"],
  DATABASE_DRIVER: ["mysql"],
  SECRET_KEY_OLD: ["short"],
  EVIDENCE_READINGS: ["0", "3"],
  EVIDENCE_S3_URL: ["s3://bucket", "https://key:secret@s3.example.org", "https://s3.example.org/?a=b"],
  EVIDENCE_S3_BUCKET: ["a/b", "b", "my bucket"],
  OTEL_EXPORTER_OTLP_ENDPOINT: ["collector:4317", "https://user@collector.example", "https://c.example/?a=b"],
  OTEL_EXPORTER_OTLP_HEADERS: ["Bearer abc", "a=b c", "=b", "a=", "a=%zz", "a=b,"],
  OTEL_SERVICE_NAME: ["a\nb"],
  SENTRY_DSN: [
    "sentry.example/1",
    "https://sentry.example/1",
    "https://key@sentry.example/",
    "https://k@s.example/1?a=b",
  ],
  MAIL_EVENTS_PROVIDER: ["sendgrid"],
  MAIL_FROM: ["hello", "a@b, c@d"],
  STRIPE_SECRET_KEY: ["pk_live_abc", "whsec_abc", "sk_test_a b"],
  STRIPE_WEBHOOK_SECRET: ["we_1", "whsec_a,sk_live_b", "whsec_a,,whsec_b", "whsec_a b"],
  STRIPE_API_URL: ["stripe.example", "https://u@stripe.example"],
  METRICS_TOKEN: ["schl\u00fcssel", "a b"],
  CONTACT_EMAIL: ["salaam", "a@b c"],
  BRAND_NAME: ["a\nb", "x".repeat(201)],
  POSTAL_ADDRESS: ["1 Main St\nDearborn"],
  COPYRIGHT_YEAR: ["26"],
  TESTIMONIALS_FILE: ["/nonexistent.json"],
  BACKUP_CRON: ["daily"],
  BACKUP_TARGET: ["tape"],
  BACKUP_EVIDENCE: ["yes"],
  BACKUP_KEEP_DAILY: ["-1"],
  BACKUP_PASSPHRASE: ["short"],
  SYNC_DEAD_AFTER: ["0"],
  SLOW_STATEMENT_MS: ["-1", "60001", "fast"],
  REQUIRE_CONFIRMED_EMAIL: ["yes"],
  SYNC_CRON: ["61 * * * *", "0 0 30 2 *"],
  MAIL_URL: ["http://mail", "smtp://u:a%zz@mail", "smtp://us/er:secret@mail", "smtp://u:pa#ss@mail"],
  PAYMENT_GATEWAY: ["paypal"],
  REQUIRE_STAFF_MFA: ["admin", "yes"],
  SOCIAL_LINKS: [
    "instagram.com/rihla",
    "http://x.com/rihla",
    "javascript:alert(1)",
    "https://x.com/rihla,",
    "https://x.com/a https://x.com/b",
    "https://localhost/rihla",
    "https://name:secret@x.com/rihla",
    "https://x.com/a, https://x.com/a",
    Array.from({ length: 9 }, (_, n) => `https://x.com/${n}`).join(),
  ],
  LOG_LEVEL: ["loud"],
  TRUST_PROXY: [
    "10.0.0.0/99",
    "300.1.1.1",
    "1.2.3",
    "2001:db8::/129",
    "10.0.0.0/8/8",
    "10.0.0.0/8,",
    "yes",
    "100",
  ],
  HOST: ["999.1.1.1", "1.2.3", "12345", "a b", "http://x", "x:80", "[127.0.0.1", "x.", "-.5"],
  NEON_WS_PROXY: [
    "x y",
    "proxy",
    "proxy:",
    ":80",
    "proxy:0",
    "proxy:65536",
    "ws://proxy:80",
    "999.1.1.1:80",
    "::1:80x",
  ],
};

const sentences: Record<string, string> = {
  "PORT=65536": 'PORT must be a whole number from 0 to 65535, not "65536".',
  "PORT=0x10": 'PORT must be a whole number from 0 to 65535, not "0x10".',
  "PUBLIC_URL=example.org": 'PUBLIC_URL must be an http or https address, not "example.org".',
  "PUBLIC_URL=https://example.org/path":
    "PUBLIC_URL must be an origin such as https://example.org, without a path.",
  "DATABASE_URL=postgres://": "DATABASE_URL must be a postgres://user:password@host/database address.",
  "DATABASE_URL=postgres://u:p@db.example:5432/":
    "DATABASE_URL must be a postgres://user:password@host/database address.",
  "METRICS_TOKEN=a b": "METRICS_TOKEN must be ASCII without spaces.",
  "DATABASE_URL=postgres://one:5432,two:5433/rihla":
    "DATABASE_URL must be a postgres://user:password@host/database address.",
  "MAIN_DATABASE_URL=postgres://one,two/places":
    "MAIN_DATABASE_URL must be a postgres://user:password@host/database address.",
  "DATABASE_URL=postgres://localhost/rihla":
    "SECRET_KEY is missing: DATABASE_URL needs one of 32 bytes or more.",
  "SECRET_KEY=short": "SECRET_KEY must have 32 bytes or more.",
  "LOG_LEVEL=loud": 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
  "SYNC_CRON=hourly": 'SYNC_CRON must be a cron pattern that comes due, or off, not "hourly".',
  "SYNC_CRON=0 0 30 2 *": 'SYNC_CRON must be a cron pattern that comes due, or off, not "0 0 30 2 *".',
  "SOCIAL_LINKS=x.com/rihla":
    'SOCIAL_LINKS must be up to 8 different https addresses with commas between them, not "x.com/rihla".',
  "PAYMENT_GATEWAY=stripe": "STRIPE_SECRET_KEY is missing: PAYMENT_GATEWAY=stripe needs it.",
  "EVIDENCE_S3_URL=https://s3.example.org": "EVIDENCE_S3_BUCKET is missing: EVIDENCE_S3_URL needs it.",
};

test("an invalid setting is refused in one sentence that names the variable", () => {
  for (const [setting, sentence] of Object.entries(sentences)) {
    const [name = "", ...value] = setting.split("=");
    expect([setting, refusal(name, value.join("="))]).toEqual([setting, sentence]);
  }
});

test("values are trimmed, and an empty value counts as missing", () => {
  const { port, host, syncCron } = readEnv({ PORT: " 8080 ", HOST: "  ", SYNC_CRON: " off " });
  expect([port, host, syncCron]).toEqual([8_080, "127.0.0.1", null]);
});

test("a secret that the provider of mail events cannot have made is refused, and none is repeated", () => {
  const refused = (provider: string, secret: string) => {
    const env = { MAIL_EVENTS_PROVIDER: provider, MAIL_EVENTS_SECRET: secret };
    expect(() => readEnv(env)).toThrow(/^MAIL_EVENTS_SECRET must be (?!.*hidden)/);
  };
  refused("postmark", "hidden");
  refused("resend", "hidden");
  const secrets = ["SECRET_KEY", "DATABASE_URL", "MAIN_DATABASE_URL", "MAIL_URL", "BACKUP_PASSPHRASE"];
  for (const name of secrets) expect(refusal(name, "x://hidden")).not.toContain("hidden");
  for (const name of ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"])
    expect(refusal(name, "pk_live_hidden")).not.toContain("hidden");
});

test("emails come in by the webhook of a provider that has their texts", () => {
  const domain = { INBOUND_DOMAIN: "Reply.Rihla.example" };
  expect(() => readEnv(domain)).toThrow(/^MAIL_EVENTS_PROVIDER is missing/);
  const resend = { MAIL_EVENTS_PROVIDER: "resend", MAIL_EVENTS_SECRET: "whsec_abc" };
  expect(() => readEnv({ ...domain, ...resend })).toThrow(/^INBOUND_DOMAIN needs postmark or mailgun/);
  const mailgun = { MAIL_EVENTS_PROVIDER: "mailgun", MAIL_EVENTS_SECRET: "key" };
  expect(readEnv({ ...domain, ...mailgun }).inbound?.domain).toBe("reply.rihla.example");
  expect(readEnv(mailgun).inbound).toBeUndefined();
});

const good: Record<string, readonly string[]> = {
  STRIPE_SECRET_KEY: ["sk_test_1", "rk_live_abc", "a-key-of-another-server"],
  STRIPE_WEBHOOK_SECRET: ["whsec_a", "whsec_old, whsec_new"],
  MAIL_URL: ["smtp://mail", "smtp://u:p%40ss@mail:587/", "smtps://mail.example.org:465"],
  TRUST_PROXY: ["0", "1", "99", "10.0.0.1", "10.0.0.0/8, 2001:db8::/32", "::1", "0.0.0.0/0"],
  HOST: ["127.0.0.1", "0.0.0.0", "::", "::1", "[::1]", "localhost", "db_1.internal", "host-1.example.org"],
  NEON_WS_PROXY: ["127.0.0.1:5433", "localhost:80", "neon_proxy:65535", "[::1]:80"],
};

for (const [name, values] of Object.entries(bad))
  test(`an invalid ${name} is refused by its name`, () => {
    for (const value of values)
      expect([value, refusal(name, value)]).toEqual([value, expect.stringMatching(new RegExp(`^${name} `))]);
  });

for (const [name, values] of Object.entries(good))
  test(`a valid ${name} is accepted`, () => {
    for (const value of values) expect([value, refusal(name, value)]).toEqual([value, null]);
  });

test("a setting that requires another one is refused by the name of the missing one, without secrets", () => {
  expect(refusal("DATABASE_URL", "postgres://u:hidden@127.0.0.1/x")).toMatch(/^SECRET_KEY (?!.*hidden)/);
  expect(refusal("PAYMENT_GATEWAY", "stripe")).toStartWith("STRIPE_SECRET_KEY ");
});

test("a database URL with another scheme is refused by its name", () => {
  expect(() => readEnv({ DATABASE_URL: "mysql://x", SECRET_KEY: "x".repeat(40) })).toThrow(/^DATABASE_URL /);
});

test("the sandbox is the gateway by default only where no one else can open the site", () => {
  const key = "x".repeat(40);
  const gatewayWith = (env: Record<string, string>) => readEnv(env).payments.gateway;
  expect([
    gatewayWith({}),
    gatewayWith({ PUBLIC_URL: "http://127.0.0.1:8080" }),
    gatewayWith({ PUBLIC_URL: "https://rihla.example" }),
    gatewayWith({ PUBLIC_URL: "http://10.0.0.1" }),
    gatewayWith({ DATABASE_URL: "postgres://u:p@127.0.0.1/x", SECRET_KEY: key }),
    gatewayWith({ PUBLIC_URL: "https://rihla.example", PAYMENT_GATEWAY: "sandbox" }),
  ]).toEqual(["sandbox", "sandbox", "off", "off", "off", "sandbox"]);
});

test("MFA is required of super admins on an https site, and of no one elsewhere, unless it is set", () => {
  const required = (env: Record<string, string>) => readEnv(env).requireStaffMfa;
  expect([
    required({}),
    required({ PUBLIC_URL: "http://10.0.0.1" }),
    required({ PUBLIC_URL: "https://rihla.example" }),
    required({ PUBLIC_URL: "https://rihla.example", REQUIRE_STAFF_MFA: "off" }),
    required({ REQUIRE_STAFF_MFA: "all" }),
  ]).toEqual(["off", "off", "super_admin", "off", "all"]);
});

test("a sandbox on a site that others can open is known as such, for the warnings", () => {
  const isPublic = (url: string) => isSandboxPublic(readEnv({ PUBLIC_URL: url, PAYMENT_GATEWAY: "sandbox" }));
  expect([isPublic("https://rihla.example"), isPublic("http://localhost:3000")]).toEqual([true, false]);
});

test("the copyright year is 2024 until it is set, and must be a year", () => {
  expect(readEnv({}).brand.copyrightYear).toBe(2024);
  expect(readEnv({ COPYRIGHT_YEAR: "2026" }).brand.copyrightYear).toBe(2026);
  expect(() => readEnv({ COPYRIGHT_YEAR: "soon" })).toThrow(
    'COPYRIGHT_YEAR must be a whole number from 2000 to 2099, not "soon".',
  );
});

test("there are no social links until they are set", () => {
  expect(readEnv({}).brand.socialLinks).toEqual([]);
  expect(
    readEnv({ SOCIAL_LINKS: " https://x.com/a , https://www.youtube.com/@a" }).brand.socialLinks,
  ).toEqual(["https://x.com/a", "https://www.youtube.com/@a"]);
});

test("a secret can be in a file, which must be readable, not empty and not contradicted", () => {
  const home = mkdtempSync(join(tmpdir(), "rihla-secrets-"));
  const [full, empty] = [join(home, "full"), join(home, "empty")];
  writeFileSync(full, "a key in a file, of more than 32 bytes\n");
  writeFileSync(empty, "\n");
  try {
    expect(readEnv({ SECRET_KEY_FILE: full }).secretKey).toBe("a key in a file, of more than 32 bytes");
    expect(readEnv({ BACKUP_PASSPHRASE_FILE: full, SECRET_KEY_FILE: "" }).secretKey).toBeUndefined();
    expect(refusal("SECRET_KEY_FILE", empty)).toBe(`SECRET_KEY_FILE is empty: ${empty}.`);
    expect(refusal("MAIL_URL_FILE", full)).toBe(
      "MAIL_URL must be an smtp://user:password@host:port address.",
    );
    const missing = join(home, "missing");
    expect(refusal("SECRET_KEY_FILE", missing)).toBe(`SECRET_KEY_FILE cannot be read: ${missing} (ENOENT).`);
    const large = join(home, "large");
    writeFileSync(large, "x".repeat(65_537));
    const pipe = join(home, "pipe");
    Bun.spawnSync(["mkfifo", pipe]);
    for (const path of [home, large, pipe, "/dev/zero"])
      expect(refusal("SECRET_KEY_FILE", path)).toBe(
        `SECRET_KEY_FILE is not a regular file of up to 64 KiB: ${path}.`,
      );
    expect(() => readEnv({ SECRET_KEY: "x".repeat(40), SECRET_KEY_FILE: full })).toThrow(
      "SECRET_KEY and SECRET_KEY_FILE are both set: remove one of them.",
    );
  } finally {
    rmSync(home, { recursive: true });
  }
});

test("settings can be in the file of RIHLA_CONFIG, and the environment wins", () => {
  const home = mkdtempSync(join(tmpdir(), "rihla-config-"));
  const file = join(home, "rihla.env");
  const key = "a key of the file, of more than 32 bytes";
  writeFileSync(file, `# the shop\nPORT=4000\nexport BRAND_NAME="Safar Maps"\nSECRET_KEY='${key}'\n`);
  const read = (env: Record<string, string>) => readEnv({ RIHLA_CONFIG: file, ...env });
  try {
    const { port, brand, secretKey, files } = read({});
    expect([port, brand.name, secretKey, files.at(-1)]).toEqual([4_000, "Safar Maps", key, file]);
    expect(read({ PORT: "5000", BRAND_NAME: " " })).toMatchObject({
      port: 5_000,
      brand: { name: "Safar Maps" },
    });
    writeFileSync(join(home, "key"), "a key of the environment, of more than 32 bytes");
    expect(read({ SECRET_KEY_FILE: join(home, "key") }).secretKey).toStartWith("a key of the environment");
  } finally {
    rmSync(home, { recursive: true });
  }
});

test("a file of settings that is missing, empty or names something else stops the start", () => {
  const home = mkdtempSync(join(tmpdir(), "rihla-config-"));
  const file = join(home, "rihla.env");
  try {
    expect(refusal("RIHLA_CONFIG", file)).toBe(`RIHLA_CONFIG cannot be read: ${file} (ENOENT).`);
    expect(refusal("RIHLA_CONFIG", home)).toBe(
      `RIHLA_CONFIG is not a regular file of up to 64 KiB: ${home}.`,
    );
    writeFileSync(file, "\n");
    expect(refusal("RIHLA_CONFIG", file)).toBe(`RIHLA_CONFIG is empty: ${file}.`);
    for (const name of ["MAIL_ULR", "RIHLA_CONFIG"]) {
      writeFileSync(file, `${name}=smtp://hidden\n`);
      expect(refusal("RIHLA_CONFIG", file)).toBe(
        `RIHLA_CONFIG has a line for ${name}, which is not a setting: ${file}.`,
      );
    }
    writeFileSync(file, "PORT=http\n");
    expect(refusal("RIHLA_CONFIG", file)).toStartWith("PORT must be");
  } finally {
    rmSync(home, { recursive: true });
  }
});

test("the files that Bun loads by itself are named", () => {
  const home = mkdtempSync(join(tmpdir(), "rihla-dotenv-"));
  try {
    expect(settingsFiles({}, home)).toEqual([]);
    for (const name of [".env", ".env.local", ".env.production"]) writeFileSync(join(home, name), "");
    expect(settingsFiles({}, home)).toEqual([".env", ".env.local"]);
    expect(settingsFiles({ NODE_ENV: "production", RIHLA_CONFIG: "/etc/rihla.env" }, home)).toEqual([
      ".env",
      ".env.production",
      ".env.local",
      "/etc/rihla.env",
    ]);
  } finally {
    rmSync(home, { recursive: true });
  }
});
