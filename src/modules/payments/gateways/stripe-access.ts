import Stripe from "stripe";
import type { Problem } from "../../../shared/problem.ts";

/** What is wrong with the key; null if the failure is another one. */
export function accessProblem(error: unknown): Problem | null {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return {
      sentence: "Stripe does not know STRIPE_SECRET_KEY.",
      remedy: "Copy the secret key of the account again: it may have been rolled.",
    };
  }
  if (error instanceof Stripe.errors.StripePermissionError) {
    return {
      sentence: "STRIPE_SECRET_KEY may not read Checkout Sessions.",
      remedy: "Give the restricted key the right to write Checkout Sessions and to read charges.",
    };
  }
  return null;
}
