import { DomainError } from "../../../shared/errors.ts";
import { GATEWAY_TIMEOUT, type Gateway, GatewayUnavailable } from "./gateway.ts";

/** `PAYMENT_GATEWAY=off`: visitors are shown the alternatives. */
export const DISABLED_GATEWAY: Gateway = {
  name: "off",
  collectsCard: false,
  timeout: GATEWAY_TIMEOUT,
  createCheckout: () => Promise.reject(new GatewayUnavailable("No gateway is configured.")),
  findPayment: () => Promise.reject(new GatewayUnavailable("No gateway is configured.")),
  parseWebhook: () => Promise.reject(new DomainError("notFound", "There is nothing at this address")),
  checkAccess: async () => ({ kind: "granted", at: null }),
  ownsUrl: () => false,
};
