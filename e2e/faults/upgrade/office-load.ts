import { send } from "../client.ts";

const AT_ONCE = 4;

interface Inquiry {
  readonly id: string;
  readonly website: string;
}

/** Staff who enter and read inquiries, and people who search, until they are stopped. */
export class OfficeLoad {
  readonly acknowledged: Inquiry[] = [];
  readonly statuses = new Map<number | "none", number>();
  readonly #headers: Readonly<Record<string, string>>;
  #going: Promise<unknown> | undefined;
  #stopped = false;
  #count = 0;

  constructor(
    readonly url: string,
    readonly staffCookie: string,
    readonly partnerCookie: string,
  ) {
    this.#headers = { Cookie: staffCookie, "Content-Type": "application/json" };
  }

  start(): void {
    this.#going = Promise.all(Array.from({ length: AT_ONCE }, () => this.#work()));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#going;
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      const turn = this.#count++;
      if (turn % 4 === 0) await this.#enter(turn);
      else if (turn % 4 === 1) await this.#read("/api/admin/partnerships?limit=20", this.staffCookie);
      else if (turn % 4 === 2) await this.#read("/partner/api/pois/search?query=grill", this.partnerCookie);
      else await this.#read("/api/places?q=noor", "");
    }
  }

  async #enter(turn: number): Promise<void> {
    const body = JSON.stringify({
      businessName: "Noor Grill",
      email: `office.${turn}@example.org`,
      website: `https://shop${turn}.example.org/`,
    });
    const reply = await send(`${this.url}/api/admin/partnerships`, {
      method: "POST",
      headers: this.#headers,
      body,
    });
    this.#note(reply?.status ?? "none");
    const { id, website } = reply?.body ?? {};
    if (reply?.status === 201) this.acknowledged.push({ id: String(id), website: String(website) });
  }

  async #read(path: string, cookie: string): Promise<void> {
    const reply = await send(`${this.url}${path}`, { headers: { Cookie: cookie } });
    this.#note(reply?.status ?? "none");
  }

  #note(status: number | "none"): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}
