import { afterAll, beforeAll, expect, test } from "bun:test";
import { type TestApp, testApp } from "../testing/app.ts";
import { give, verify } from "../testing/gifts.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

async function begin(body: object = {}) {
  const { paymentId, paymentUrl } = (await give(app, body)).json;
  return { paymentId: paymentId as string, path: new URL(paymentUrl).pathname };
}

test("the sandbox payment page says that it is a sandbox and what is paid, without scripts or inline styles", async () => {
  const { path } = await begin({ tier: "<b>Friends</b>", amount: 4.35 });
  const page = await app.send(`GET ${path}`);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.text).toContain("This is a sandbox.");
  expect(page.text).toContain("$4.35 USD");
  expect(page.text).toContain("&lt;b&gt;Friends&lt;/b&gt;");
  expect(page.text).toContain(`<form method="post" action="${path}/confirm">`);
  expect(page.text).not.toMatch(/<script|style=|<style|4242424242424242/);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect((await app.send("GET /sandbox/page.css")).headers.get("content-type")).toBe(
    "text/css; charset=utf-8",
  );
});

test("the sandbox form confirms the payment and redirects to the success page", async () => {
  const { paymentId, path } = await begin();
  const response = await app.send(`POST ${path}/confirm`, { raw: "", headers: FORM });
  expect([response.status, response.headers.get("location")]).toEqual([303, `/support/success/${paymentId}`]);
  expect((await verify(app, paymentId)).json.status).toBe("succeeded");
  expect((await app.send(`GET ${path}`)).text).toContain("This payment is paid");
});

test("the sandbox page refuses cross-site requests and wrong methods", async () => {
  const { paymentId, path } = await begin();
  const foreign = [{ "Sec-Fetch-Site": "cross-site" }, { Origin: "https://evil.example" }];
  for (const headers of foreign) {
    expect(
      (await app.send(`POST ${path}/confirm`, { raw: "", headers: { ...FORM, ...headers } })).status,
    ).toBe(403);
    expect((await app.send(`POST ${path}/confirm`, { body: {}, headers })).status).toBe(403);
  }
  expect((await app.send(`GET ${path}/confirm`)).status).toBe(405);
  expect((await app.send(`POST ${path}`, { body: {} })).status).toBe(405);
  expect(
    (await app.send(`POST ${path}/confirm`, { raw: "x", headers: { "Content-Type": "text/plain" } })).status,
  ).toBe(415);
  expect((await verify(app, paymentId)).json.status).toBe("pending");
});

test("an unknown sandbox payment is a 404, as a page and as JSON", async () => {
  const { status, text, headers } = await app.send("GET /sandbox/pay/none");
  expect(status).toBe(404);
  expect(text).toContain(`Request ID ${headers.get("X-Request-Id")}<`);
  expect((await app.send("POST /sandbox/pay/none/confirm", { body: {} })).json.code).toBe("NOT_FOUND");
  expect((await app.send("POST /sandbox/pay/none/confirm", { raw: "", headers: FORM })).text).toContain(
    "There is no such payment",
  );
});

test("a sandbox payment left open for a day is declined", async () => {
  const { paymentId, path } = await begin();
  app.clock.forward(24 * 3_600_000 + 1);
  expect((await app.send(`POST ${path}/confirm`, { body: {} })).json.status).toBe("declined");
  expect((await verify(app, paymentId)).json.status).toBe("failed");
});
