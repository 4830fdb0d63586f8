import { seconds } from "../../../shared/duration.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import { type Gateway, GatewayAway, NotOfThisAccount } from "./gateway.ts";

// docs/security.md PAY-10
const FAILURES = 5;
const OPEN_FOR = seconds(30);

/** Guards the gateway: after `FAILURES` failures in a row it is not called for `OPEN_FOR`. */
export interface CircuitBreaker {
  /** True while calls would fail at once: the gateway is off, or has just failed several times in a row. */
  isOpen(): boolean;
  /** Calls the gateway within its timeout. Throws `GatewayAway` for any failure. */
  call<T>(work: () => Promise<T>): Promise<T>;
}

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly gatewayBreaker: CircuitBreaker;
  }
}

export function createCircuitBreaker(
  { name, patience }: Pick<Gateway, "name" | "patience">,
  now: () => Date,
): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  const isOpen = () => name === "off" || openUntil > now().getTime();

  async function call<T>(work: () => Promise<T>): Promise<T> {
    if (isOpen()) throw new GatewayAway("The gateway is off or has failed repeatedly: it is not called.");
    try {
      const result = await withTimeout(work(), patience, () => new GatewayAway("The gateway took too long."));
      failures = 0;
      return result;
    } catch (cause) {
      failures = cause instanceof NotOfThisAccount ? 0 : failures + 1;
      if (failures >= FAILURES) openUntil = now().getTime() + OPEN_FOR;
      throw cause instanceof GatewayAway ? cause : new GatewayAway("The gateway did not answer.", { cause });
    }
  }

  return { isOpen, call };
}
