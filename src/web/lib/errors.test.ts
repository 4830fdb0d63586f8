import { expect, test } from "bun:test";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import superjson from "superjson";
import type { AppRouter } from "../../router.ts";
import { messageOf, readableAnswer } from "./errors.ts";

/** What a person reads where every call is answered like this. */
async function messageFor(answer: () => Response | Promise<Response>): Promise<string | null> {
  const fetch = async () => readableAnswer(await answer());
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: "http://localhost/trpc", transformer: superjson, fetch })],
  });
  return client.public.support.options.query().then(() => "no failure", messageOf);
}

test("the message of a failed call is the status and the server's sentence", async () => {
  const data = { httpStatus: 409, code: "CONFLICT" };
  const error = superjson.serialize({ code: -32_009, message: "It is taken", data });
  expect(await messageFor(() => Response.json([{ error }], { status: 409 }))).toBe("409: It is taken");
});

test("an empty answer and a proxy's page are shown as the status and its text, never as HTML", async () => {
  const page = "<html><h1>502 Bad Gateway</h1></html>";
  const answers: readonly [() => Response, string][] = [
    [
      () => new Response(null, { status: 503, statusText: "Service Unavailable" }),
      "503: Service Unavailable",
    ],
    [() => new Response(page, { status: 502, statusText: "Bad Gateway" }), "502: Bad Gateway"],
    [() => new Response("", { status: 413 }), "413: Content Too Large"],
    [() => new Response(page, { status: 504 }), "504: Gateway Timeout"],
    [() => new Response(page, { status: 599 }), "599: The server could not answer"],
    [() => Response.json({ message: "no healthy upstream" }, { status: 503 }), "503: Service Unavailable"],
  ];
  for (const [answer, message] of answers) expect(await messageFor(answer)).toBe(message);
});

test("there is no message where nothing answered, or something that is not a failure of ours", async () => {
  expect(await messageFor(() => Promise.reject(new TypeError("Failed to fetch")))).toBeNull();
  expect(await messageFor(() => new Response("<html>Sign in to the hotel</html>"))).toBeNull();
});
