import { expect, test } from "bun:test";
import { DomainError } from "../shared/errors.ts";
import { readFile, readText } from "./body.ts";

const post = (body: string | ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
  new Request("http://localhost/", { method: "POST", body, headers });

test("a body of a stated length is not made a stream, which would cost a tenth of a signup", async () => {
  const request = post("Amina", { "Content-Length": "5" });
  const asked: string[] = [];
  Object.defineProperty(request, "body", { get: () => asked.push("body") });
  expect(await readText(request)).toBe("Amina");
  expect(asked).toEqual([]);
});

test("a body without a stated length is read up to the limit", async () => {
  const chunked = (text: string) => post(new Blob([text]).stream());
  expect(await readText(chunked("Amina"), 5)).toBe("Amina");
  const refused = await readText(chunked("Aminah"), 5).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DomainError);
  expect(refused).toMatchObject({ kind: "tooLarge" });
  expect(await readText(new Request("http://localhost/"))).toBe("");
});

test("a file that any type may have is refused in a form of several parts, and read as curl sends it", () => {
  const sent = (type: string) => () => readFile(post("id,name", { "Content-Type": type }), "*/*");
  expect(sent("multipart/form-data; boundary=x")).toThrow(
    "Send the file as the body, such as with curl --data-binary @FILE",
  );
  expect(sent("application/x-www-form-urlencoded")).not.toThrow();
});
