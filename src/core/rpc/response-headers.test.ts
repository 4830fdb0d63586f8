import { expect, test } from "bun:test";
import { ResponseHeaders } from "./response-headers.ts";

test("a header that is set again has its last value, and cookies are kept beside each other", () => {
  const headers = new ResponseHeaders();
  headers.append("Set-Cookie", "a=1");
  headers.set("Retry-After", "5");
  headers.append("Set-Cookie", "b=2");
  headers.set("retry-after", "9");
  expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  const sent = new Headers();
  for (const [name, value] of headers) sent.append(name, value);
  expect([sent.getSetCookie(), sent.get("retry-after")]).toEqual([["a=1", "b=2"], "9"]);
  headers.delete("Set-Cookie");
  expect([...headers]).toEqual([["retry-after", "9"]]);
});
