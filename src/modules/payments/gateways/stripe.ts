import type Stripe from "stripe";
import { outgoingHeaders } from "../../../core/rpc/running-call.ts";
import type { Problem } from "../../../shared/errors.ts";
import { cents } from "../../../shared/money/money.ts";
import type { PaymentEventType } from "./gateway.ts";
import {
  type CheckoutRequest,
  type CheckoutResult,
  checkTime,
  GATEWAY_TIMEOUT,
  type Gateway,
  type GatewayAccess,
  type GatewayPayment,
  GatewayUnavailable,
  invalidSignature,
  MAX_CLOCK_SKEW,
  NotInThisAccount,
  type WebhookEvent,
} from "./gateway.ts";

/** Loads Stripe's library with its first use, as it would slow down every start. */
export async function openClient(secretKey: string, apiUrl: URL | undefined): Promise<Stripe> {
  const { default: StripeClient } = await import("stripe");
  return new StripeClient(secretKey, {
    httpClient: StripeClient.createFetchHttpClient(
      Object.assign(limitedFetch, { preconnect: fetch.preconnect }),
    ),
    timeout: GATEWAY_TIMEOUT,
    maxNetworkRetries: 0, // the reconciliation retries
    telemetry: false,
    ...(apiUrl && clientAddress(apiUrl)),
  });
}

const clientAddress = ({ hostname, port, protocol }: URL) => ({
  host: hostname,
  port: port || (protocol === "https:" ? 443 : 80),
  protocol: protocol === "https:" ? ("https" as const) : ("http" as const),
});

const RESPONSE_MAX = 1_024 * 1_024; // bytes (docs/security.md OUT-09)

/** `fetch` for a gateway: follows no redirect and limits the size of the response. */
async function limitedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers);
  for (const [name, value] of Object.entries(outgoingHeaders())) headers.set(name, value);
  const response = await fetch(url, { ...init, headers, redirect: "error" });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > RESPONSE_MAX) throw new GatewayUnavailable("The gateway's response is too large.");
    parts.push(part);
  }
  const { status, statusText } = response;
  return new Response(Buffer.concat(parts), { status, statusText, headers: response.headers });
}

const CHECKOUT_HOST = "checkout.stripe.com";

interface StripeAccount {
  readonly secretKey: string;
  /** Several, separated by commas, during a rotation. */
  readonly webhookSecret: string;
  /** Overrides the address of the API, for tests. */
  readonly apiUrl: URL | undefined;
  /** The origin of our own site. */
  readonly origin: string;
  /** The product's name, on Stripe's page. */
  readonly brand: string;
}

/** Stripe Checkout: the card is entered on Stripe's page and never reaches us (PCI SAQ A). */
export function createStripe({ secretKey, webhookSecret, apiUrl, origin, brand }: StripeAccount): Gateway {
  const secrets = webhookSecret.split(",").map((each) => each.trim());
  let opening: Promise<Stripe> | undefined;
  const client = () => {
    opening ??= openClient(secretKey, apiUrl);
    return opening;
  };

  /** Idempotent: the same parameters and key return the same session. */
  const createSession = async ({ id, amountCents, currency, tier, customerEmail }: CheckoutRequest) =>
    (await client()).checkout.sessions.create(
      {
        mode: "payment",
        client_reference_id: id,
        customer_email: customerEmail,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: currency.toLowerCase(),
              unit_amount: amountCents,
              product_data: { name: tier === "" ? `Gift to ${brand}` : `Gift to ${brand}: ${tier}` },
            },
          },
        ],
        metadata: { paymentId: id },
        payment_intent_data: { metadata: { paymentId: id } },
        success_url: `${origin}/support/success/${id}`,
        cancel_url: `${origin}/support`,
      },
      { idempotencyKey: id },
    );

  async function createCheckout(request: CheckoutRequest): Promise<CheckoutResult> {
    try {
      const { id, url } = await createSession(request);
      if (typeof id !== "string" || typeof url !== "string")
        throw new GatewayUnavailable("Stripe returned no payment page.");
      return { kind: "open", gatewayId: id, paymentUrl: url, card: null };
    } catch (error) {
      if (isRefusal(error)) return { kind: "refused" };
      throw isInvalid(error)
        ? new GatewayUnavailable(`Stripe rejected our request: ${errorDetails(error)}.`)
        : error;
    }
  }

  async function findPayment(
    request: CheckoutRequest,
    gatewayId: string | null,
  ): Promise<GatewayPayment | null> {
    try {
      const session =
        gatewayId === null
          ? await createSession(request)
          : await (await client()).checkout.sessions.retrieve(gatewayId, {
              expand: ["payment_intent.latest_charge"],
            });
      return toGatewayPayment(session);
    } catch (error) {
      if (!isRefusal(error) && !isInvalid(error)) throw error;
      if (gatewayId === null) return null;
      // an existing session is unknown only to another account's key, so the payment's state is unknown too
      throw new NotInThisAccount("Stripe has no such session in this account.");
    }
  }

  async function parseWebhook(payload: string, signature: string, now: Date) {
    checkTime(signature, now); // Stripe's own check accepts events from the future
    const { webhooks } = await client();
    for (const secret of secrets) {
      const event = await webhooks
        // its synchronous form throws on Bun
        .constructEventAsync(payload, signature, secret, MAX_CLOCK_SKEW / 1_000, undefined, now.getTime())
        .catch(() => null);
      if (event) return toWebhookEvent(event);
    }
    throw invalidSignature();
  }

  async function checkAccess(): Promise<GatewayAccess> {
    try {
      const { lastResponse } = await (await client()).checkout.sessions.list({ limit: 1 });
      const headers = new Headers(lastResponse.headers); // with fetch they are such already, whatever the type says
      const date = new Date(headers.get("date") ?? Number.NaN);
      return { kind: "granted", at: Number.isNaN(date.getTime()) ? null : date };
    } catch (error) {
      const problem = accessProblem(error);
      if (problem) return { kind: "refused", problem };
      throw error;
    }
  }

  const ownsUrl = ({ protocol, host, username, password }: URL) =>
    username + password === "" &&
    ((protocol === "https:" && host === CHECKOUT_HOST) ||
      (protocol === apiUrl?.protocol && host === apiUrl.host));
  return {
    name: "stripe",
    collectsCard: false,
    timeout: GATEWAY_TIMEOUT,
    createCheckout,
    findPayment,
    parseWebhook,
    checkAccess,
    ownsUrl,
  };
}

const isInvalid = (error: unknown) => isStripeError(error, "StripeInvalidRequestError");

/** Whether Stripe refuses this payment, because of its card or its e-mail address. */
const isRefusal = (error: unknown): boolean =>
  isStripeError(error, "StripeCardError") || (isInvalid(error) && error.param === "customer_email");

/** Without Stripe's message, which may contain user input. */
const errorDetails = ({ statusCode, code, param }: Stripe.errors.StripeInvalidRequestError): string =>
  [statusCode, code, param].filter(Boolean).join(", ");

function toGatewayPayment(session: Stripe.Checkout.Session): GatewayPayment | null {
  const {
    id,
    url,
    status,
    payment_status: paid,
    amount_total: total,
    currency,
    payment_intent: intent,
  } = session;
  if (typeof id !== "string") throw new GatewayUnavailable("Stripe returned something other than a session.");
  const sum = {
    gatewayId: id,
    amountCents: cents(total ?? 0),
    currency: (currency ?? "").toUpperCase(),
    card: null,
  };
  if (status === "expired") return { state: "failed", ...sum };
  if (status === "complete" && paid === "unpaid" && hasFailed(intent)) return { state: "failed", ...sum };
  if (paid !== "unpaid") return { state: isRefunded(intent) ? "refunded" : "succeeded", ...sum };
  return { kind: "open", state: "open", gatewayId: id, paymentUrl: url ?? "", card: null };
}

/** Whether a delayed payment method, such as a bank debit, has failed. */
const hasFailed = (intent: Stripe.Checkout.Session["payment_intent"]): boolean =>
  typeof intent === "object" && ["requires_payment_method", "canceled"].includes(intent?.status ?? "");

function isRefunded(intent: Stripe.Checkout.Session["payment_intent"]): boolean {
  const charge = typeof intent === "object" ? intent?.latest_charge : null;
  return typeof charge === "object" && charge?.refunded === true;
}

/** What is wrong with the key; null if the failure is another one. */
function accessProblem(error: unknown): Problem | null {
  if (isStripeError(error, "StripeAuthenticationError")) {
    return {
      sentence: "Stripe does not know STRIPE_SECRET_KEY.",
      remedy: "Copy the secret key of the account again: it may have been rolled.",
    };
  }
  if (isStripeError(error, "StripePermissionError")) {
    return {
      sentence: "STRIPE_SECRET_KEY may not read Checkout Sessions.",
      remedy: "Give the restricted key the right to write Checkout Sessions and to read charges.",
    };
  }
  return null;
}

type Errors = Pick<
  typeof Stripe.errors,
  "StripeAuthenticationError" | "StripePermissionError" | "StripeInvalidRequestError" | "StripeCardError"
>;

/** Tells Stripe's errors apart by their type, the name of their class, as its library is loaded with its first use. */
function isStripeError<Name extends keyof Errors>(
  error: unknown,
  name: Name,
): error is InstanceType<Errors[Name]> {
  return error instanceof Error && "type" in error && error.type === name;
}

/** Null for the many types that we ignore. */
function toWebhookEvent(event: Stripe.Event): WebhookEvent | null {
  if (event.type === "charge.refunded") return refundEvent(event.id, event.data.object);
  const type = sessionEventType(event);
  return type === null ? null : sessionEvent(event.id, type, event.data.object as Stripe.Checkout.Session);
}

function sessionEventType(event: Stripe.Event): PaymentEventType | null {
  switch (event.type) {
    case "checkout.session.completed": // for delayed payment methods it arrives before the money
      return event.data.object.payment_status === "unpaid" ? null : "succeeded";
    case "checkout.session.async_payment_succeeded":
      return "succeeded";
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return "failed";
    default:
      return null;
  }
}

function sessionEvent(
  id: string,
  type: PaymentEventType,
  session: Stripe.Checkout.Session,
): WebhookEvent | null {
  const paymentId = session.metadata?.paymentId ?? session.client_reference_id;
  if (!paymentId) return null;
  const { id: gatewayId, amount_total: total, currency } = session;
  return {
    id,
    type,
    paymentId,
    gatewayId,
    amountCents: cents(total ?? 0),
    currency: (currency ?? "").toUpperCase(),
  };
}

/** A partial refund leaves the payment succeeded. */
function refundEvent(id: string, charge: Stripe.Charge): WebhookEvent | null {
  const { metadata, amount, currency, refunded } = charge;
  const paymentId = metadata?.paymentId;
  if (!paymentId || !refunded) return null;
  const sum = { amountCents: cents(amount), currency: currency.toUpperCase() };
  return { id, type: "refunded", paymentId, gatewayId: null, ...sum };
}
