import Stripe from "stripe";
import { DomainError } from "../../../shared/errors.ts";
import {
  type Asked,
  type Begun,
  GATEWAY_PATIENCE,
  type Gateway,
  GatewayAway,
  NotOfThisAccount,
  type Standing,
} from "./gateway.ts";
import { limitedFetch } from "./limited-fetch.ts";
import { noticeOf } from "./stripe-events.ts";
import { badSignature, checkTime, TOLERANCE } from "./webhook-signature.ts";

/** Stripe's own page. */
const CHECKOUT_HOST = "checkout.stripe.com";

interface Account {
  readonly secretKey: string;
  /** Several, parted by commas, while one replaces another. */
  readonly webhookSecret: string;
  /** Another address of its API, such as a local one for tests. */
  readonly apiUrl: URL | undefined;
  /** Of our own site. */
  readonly origin: string;
  /** The product's name, on Stripe's page. */
  readonly brand: string;
}

/** Stripe Checkout: the card is typed on Stripe's page, and never comes here (PCI SAQ A). */
export function createStripe({ secretKey, webhookSecret, apiUrl, origin, brand }: Account): Gateway {
  const secrets = webhookSecret.split(",").map((each) => each.trim());
  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(Object.assign(limitedFetch, { preconnect: fetch.preconnect })),
    timeout: GATEWAY_PATIENCE,
    maxNetworkRetries: 0, // our reconciliation asks again
    telemetry: false,
    ...(apiUrl && addressOf(apiUrl)),
  });

  /** The same parameters and the same key give the same session. */
  const createSession = ({ id, amountCents, currency, tier, customerEmail }: Asked) =>
    stripe.checkout.sessions.create(
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

  async function begin(asked: Asked): Promise<Begun> {
    try {
      const { id, url } = await createSession(asked);
      if (typeof id !== "string" || typeof url !== "string") throw new GatewayAway("Stripe gave no page.");
      return { kind: "open", gatewayId: id, paymentUrl: url, card: null };
    } catch (error) {
      if (isRefusal(error)) return { kind: "refused" };
      throw isInvalid(error) ? new GatewayAway(`Stripe refuses our request: ${factsOf(error)}.`) : error;
    }
  }

  async function find(asked: Asked, gatewayId: string | null): Promise<Standing | null> {
    try {
      const session =
        gatewayId === null
          ? await createSession(asked)
          : await stripe.checkout.sessions.retrieve(gatewayId, { expand: ["payment_intent.latest_charge"] });
      return standingOf(session);
    } catch (error) {
      if (!isRefusal(error) && !isInvalid(error)) throw error;
      if (gatewayId === null) return null;
      // a page that Stripe gave us once is unknown where we ask with another account's key: that settles nothing
      throw new NotOfThisAccount("Stripe knows no such page in this account.");
    }
  }

  async function read(payload: string, signature: string, now: Date) {
    checkTime(signature, now); // Stripe's own check lets notices from the future pass
    for (const secret of secrets) {
      const event = await stripe.webhooks
        // its synchronous form throws on Bun
        .constructEventAsync(payload, signature, secret, TOLERANCE / 1_000, undefined, now.getTime())
        .catch(() => null);
      if (event) return noticeOf(event);
    }
    throw badSignature();
  }

  const owns = ({ protocol, host, username, password }: URL) =>
    username + password === "" &&
    ((protocol === "https:" && host === CHECKOUT_HOST) ||
      (protocol === apiUrl?.protocol && host === apiUrl.host));
  return { name: "stripe", collectsCard: false, patience: GATEWAY_PATIENCE, begin, find, read, owns };
}

const addressOf = ({ hostname, port, protocol }: URL) => ({
  host: hostname,
  port: port || (protocol === "https:" ? 443 : 80),
  protocol: protocol === "https:" ? ("https" as const) : ("http" as const),
});

const isInvalid = (error: unknown) => error instanceof Stripe.errors.StripeInvalidRequestError;

/** Whether Stripe will not have this gift, by its card or by its giver's address. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeCardError || (isInvalid(error) && error.param === "customer_email");

/** What the operator needs; Stripe's sentence may hold what somebody typed. */
const factsOf = ({ statusCode, code, param }: Stripe.errors.StripeInvalidRequestError): string =>
  [statusCode, code, param].filter(Boolean).join(", ");

function standingOf(session: Stripe.Checkout.Session): Standing | null {
  const {
    id,
    url,
    status,
    payment_status: paid,
    amount_total: cents,
    currency,
    payment_intent: intent,
  } = session;
  if (typeof id !== "string") throw new GatewayAway("Stripe answered with something else.");
  const sum = {
    gatewayId: id,
    amountCents: cents ?? 0,
    currency: (currency ?? "").toUpperCase(),
    card: null,
  };
  if (status === "expired") return { state: "failed", ...sum };
  if (status === "complete" && paid === "unpaid" && hasFailed(intent)) return { state: "failed", ...sum };
  if (paid !== "unpaid") return { state: isRefunded(intent) ? "refunded" : "succeeded", ...sum };
  return { kind: "open", state: "open", gatewayId: id, paymentUrl: url ?? "", card: null };
}

/** A slow way of paying, such as a bank's debit, that came to nothing. */
const hasFailed = (intent: Stripe.Checkout.Session["payment_intent"]): boolean =>
  typeof intent === "object" && ["requires_payment_method", "canceled"].includes(intent?.status ?? "");

function isRefunded(intent: Stripe.Checkout.Session["payment_intent"]): boolean {
  const charge = typeof intent === "object" ? intent?.latest_charge : null;
  return typeof charge === "object" && charge?.refunded === true;
}

/** Nobody is asked: visitors are shown the other ways. */
export const OFF: Gateway = {
  name: "off",
  collectsCard: false,
  patience: GATEWAY_PATIENCE,
  begin: () => Promise.reject(new GatewayAway("No gateway is set up.")),
  find: () => Promise.reject(new GatewayAway("No gateway is set up.")),
  read: () => Promise.reject(new DomainError("notFound", "There is nothing at this address")),
  owns: () => false,
};
