import type Stripe from "stripe";
import type { Problem } from "../../../shared/problem.ts";

/** What is wrong with the key; null if the failure is another one. */
export function accessProblem(error: unknown): Problem | null {
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
export function isStripeError<Name extends keyof Errors>(
  error: unknown,
  name: Name,
): error is InstanceType<Errors[Name]> {
  return error instanceof Error && "type" in error && error.type === name;
}
