/** How the fake server behaves next. */
export type StripeBehavior =
  | "well"
  | "refuses"
  | "misunderstands"
  | "knows no such key"
  | "forbids"
  | "dislikes the address"
  | "breaks"
  | "talks nonsense"
  | "is silent"
  | "is endless"
  | "sends away"
  | "elsewhere";

interface Session {
  readonly id: string;
  readonly url: string;
  readonly amount_total: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  refunded: boolean;
  /** Of its payment intent. */
  intent: "succeeded" | "processing" | "requires_payment_method";
}

/** A server on loopback with the calls of Stripe's API that the product uses, and with idempotency keys. */
export function startFakeStripe() {
  const sessions = new Map<string, Session>();
  const keys = new Map<string, Session>();
  const seen: {
    path: string;
    body: string;
    key: string | null;
    authorization: string | null;
    requestId: string | null;
  }[] = [];
  let made = 0;
  const state: { mood: StripeBehavior } = { mood: "well" };

  function create(body: string, key: string | null): Session {
    const known = key === null ? undefined : keys.get(key);
    if (known) return known;
    const form = new URLSearchParams(body);
    made += 1;
    const id = `cs_test_${made}`;
    const session: Session = {
      id,
      url:
        state.mood === "elsewhere" ? "https://evil.example/pay" : `https://checkout.stripe.com/c/pay/${id}`,
      amount_total: Number(form.get("line_items[0][price_data][unit_amount]")),
      currency: form.get("line_items[0][price_data][currency]") ?? "",
      metadata: { paymentId: form.get("metadata[paymentId]") ?? "" },
      status: "open",
      payment_status: "unpaid",
      refunded: false,
      intent: "processing",
    };
    sessions.set(id, session);
    if (key !== null) keys.set(key, session);
    return session;
  }

  const shown = ({ refunded, intent, ...session }: Session) => ({
    object: "checkout.session",
    ...session,
    payment_intent: {
      object: "payment_intent",
      status: intent,
      latest_charge: { object: "charge", refunded },
    },
  });

  function misbehave(mood: StripeBehavior): Response | Promise<Response> | null {
    if (mood === "refuses") return failure(402, "card_error");
    if (mood === "knows no such key") return failure(401, "invalid_request_error");
    if (mood === "forbids") return failure(403, "invalid_request_error");
    if (mood === "misunderstands") return failure(400, "invalid_request_error", "line_items");
    if (mood === "dislikes the address") return failure(400, "invalid_request_error", "customer_email");
    if (mood === "breaks") return failure(500, "api_error");
    if (mood === "talks nonsense") return new Response("<html>", { status: 200 });
    if (mood === "is silent") return new Promise<Response>(() => {});
    if (mood === "is endless") return new Response(new Blob(["x".repeat(10_000_000)]));
    if (mood === "sends away")
      return new Response(null, { status: 302, headers: { Location: "http://127.0.0.1:1/" } });
    return null;
  }

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const body = await request.text();
      const key = request.headers.get("idempotency-key");
      const [authorization, requestId] = ["authorization", "x-request-id"].map((name) =>
        request.headers.get(name),
      );
      seen.push({
        path: pathname,
        body,
        key,
        authorization: authorization ?? null,
        requestId: requestId ?? null,
      });
      const wrong = misbehave(state.mood);
      if (wrong) return wrong;
      if (request.method === "POST" && pathname === "/v1/checkout/sessions")
        return Response.json(shown(create(body, key)));
      if (pathname === "/v1/checkout/sessions")
        return Response.json(
          { object: "list", data: [...sessions.values()].map(shown), has_more: false },
          { headers: { Date: new Date().toUTCString() } },
        );
      const found = sessions.get(/^\/v1\/checkout\/sessions\/([^/]+)$/.exec(pathname)?.[1] ?? "");
      return found ? Response.json(shown(found)) : failure(404, "invalid_request_error");
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    sessions,
    seen,
    state,
    stop: () => server.stop(true),
  };
}

const failure = (status: number, type: string, param?: string): Response =>
  Response.json({ error: { type, message: "No such thing", code: "none", param } }, { status });

/** Stripe's signature of a webhook event; `t` in seconds. */
export function stripeSignature(payload: string, secret: string, t: number): string {
  const v1 = new Bun.CryptoHasher("sha256", secret).update(`${t}.${payload}`).digest("hex");
  return `t=${t},v1=${v1}`;
}
