import type { SignedIn } from "../../harness/partners.ts";
import type { Server } from "../../harness/server.ts";
import { call } from "../broadcast.ts";
import { trigger } from "../sync/sync.ts";
import { Tally } from "./tally.ts";
import { csvFiles, type IsOver, partnerSearches, staffLists, visits } from "./visitors.ts";

const VISITORS_PER_SECOND = 84; // 50,000 in ten minutes
const POLL_EVERY = 500; // milliseconds

/** Every kind of work, and what was measured of it. */
export class Launch {
  readonly page = new Tally();
  readonly asset = new Tally();
  readonly signup = new Tally();
  readonly list = new Tally();
  readonly csv = new Tally();
  readonly search = new Tally();
  /** Mails and rows a second. */
  mails = 0;
  synced = 0;

  constructor(
    readonly server: Server,
    readonly partners: readonly SignedIn[],
    readonly rows: number,
  ) {}

  visits = (isOver: IsOver) => visits(this.server, VISITORS_PER_SECOND, isOver, this);
  lists = (isOver: IsOver) => staffLists(this.server, isOver, this.list);
  csvFiles = (isOver: IsOver) => csvFiles(this.server, isOver, this.csv);
  searches = (isOver: IsOver) => partnerSearches(this.server, this.partners, isOver, this.search);

  people(isOver: IsOver): Promise<unknown> {
    return Promise.all([
      this.visits(isOver),
      this.lists(isOver),
      this.csvFiles(isOver),
      this.searches(isOver),
    ]);
  }

  async broadcast(): Promise<void> {
    const message = { subject: "News", markdown: "Salam {name}", audience: { beta: true } };
    const { id } = await call(this.server, "", message);
    const started = performance.now();
    await call(this.server, `/${id}/send`, { count: this.rows });
    while ((await call(this.server, `/${id}`)).state !== "sent") await Bun.sleep(POLL_EVERY);
    this.mails = (this.rows * 1_000) / (performance.now() - started);
  }

  async sync(): Promise<void> {
    this.synced = (await trigger(this.server, this.rows, {})).pace;
  }
}
