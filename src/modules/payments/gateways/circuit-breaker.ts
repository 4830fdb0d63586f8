import { seconds } from "../../../shared/duration.ts";
import { type Gateway, GatewayAway, NotOfThisAccount } from "./gateway.ts";

// security PAY-10
const FAILURES = 5;
const OPEN_FOR = seconds(30);

interface Breaker {
  failures: number;
  openUntil: number;
}

const breakers = new WeakMap<Gateway, Breaker>();

function breakerOf(gateway: Gateway): Breaker {
  let breaker = breakers.get(gateway);
  if (!breaker) {
    breaker = { failures: 0, openUntil: 0 };
    breakers.set(gateway, breaker);
  }
  return breaker;
}

/** False while there is no use in asking: the gateway is off, or has just failed several times in a row. */
export const isReachable = (gateway: Gateway, now: Date): boolean =>
  gateway.name !== "off" && breakerOf(gateway).openUntil <= now.getTime();

/**
 * Asks within the gateway's patience. Throws `GatewayAway` for whatever went wrong; after `FAILURES` in a row nobody
 * is asked for `OPEN_FOR`, and the first one afterwards tries it out.
 */
export async function askGateway<T>(gateway: Gateway, now: () => Date, ask: () => Promise<T>): Promise<T> {
  if (!isReachable(gateway, now())) throw new GatewayAway("The gateway is not asked at the moment.");
  const breaker = breakerOf(gateway);
  try {
    const answer = await withPatience(gateway.patience, ask);
    breaker.failures = 0;
    return answer;
  } catch (cause) {
    breaker.failures = cause instanceof NotOfThisAccount ? 0 : breaker.failures + 1;
    if (breaker.failures >= FAILURES) breaker.openUntil = now().getTime() + OPEN_FOR;
    throw cause instanceof GatewayAway ? cause : new GatewayAway("The gateway did not answer.", { cause });
  }
}

async function withPatience<T>(limit: number, ask: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GatewayAway("The gateway took too long.")), limit);
  });
  try {
    return await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
  }
}
