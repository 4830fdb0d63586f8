import { Gauge } from "prom-client";
import { seconds } from "../../shared/duration.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import type { Metrics } from "./metrics.ts";

const READ_TIMEOUT = seconds(2); // a scrape waits no longer, whatever hangs
const CACHED_FOR = seconds(5); // several scrapers cost one reading

interface GaugeOf<Facts> {
  readonly name: string;
  readonly help: string;
  /** The name of the label of a gauge with several values. */
  readonly label?: string;
  /** A number, or one for each value of the label. */
  readonly value: (facts: Facts) => number | Readonly<Record<string, number>>;
}

/** Where the values of some gauges come from. */
interface Source<Facts> {
  readonly name: string;
  readonly read: () => Promise<Facts>;
  readonly gauges: readonly GaugeOf<Facts>[];
}

/**
 * Gauges whose values are read together when metrics are scraped. While that fails or takes too long they keep their
 * last values, and `rihla_metrics_source_up` of the source is 0.
 */
export function registerGauges<Facts>({ registry, sources }: Metrics, source: Source<Facts>): void {
  const { gauges } = source;
  const read = createReader(source.read);
  sources.set(source.name, async () => (await read()) !== undefined);
  for (const { value, label: labelName, ...named } of gauges) {
    new Gauge({
      ...named,
      labelNames: labelName === undefined ? [] : [labelName],
      registers: [registry],
      async collect() {
        const facts = await read();
        if (facts === undefined) return;
        const values = value(facts);
        if (typeof values === "number") return this.set(values);
        for (const [key, each] of Object.entries(values)) this.set({ [labelName ?? ""]: key }, each);
      },
    });
  }
}

/** Undefined if reading failed or takes too long; a reading that hangs is not started a second time. */
function createReader<Facts>(read: () => Promise<Facts>) {
  let running: Promise<Facts> | undefined;
  let last: { readonly at: number; readonly facts: Facts } | undefined;
  const start = async (): Promise<Facts> => {
    try {
      const facts = await read();
      last = { at: performance.now(), facts };
      return facts;
    } finally {
      running = undefined;
    }
  };
  return async (): Promise<Facts | undefined> => {
    if (last && performance.now() - last.at < CACHED_FOR) return last.facts;
    running ??= start();
    try {
      return await withTimeout(running, READ_TIMEOUT, () => new Error("took too long"));
    } catch {
      return undefined;
    }
  };
}
