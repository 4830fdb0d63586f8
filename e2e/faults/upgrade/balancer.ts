const LOOK_EVERY = 100; // milliseconds between two probes of `/readyz`

interface Backend {
  readonly url: string;
  ready: boolean;
}

/** A load balancer that takes turns between the instances that are ready, and tries nothing twice. */
export class Balancer {
  readonly #server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    development: false,
    idleTimeout: 60,
    fetch: (request) => this.#forward(request),
  });
  #backends: Backend[] = [];
  #turn = 0;
  #stopped = false;

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  /** Adds an instance that is ready. */
  add(url: string): void {
    const backend = { url, ready: true };
    this.#backends.push(backend);
    this.#watch(backend);
  }

  remove(url: string): void {
    this.#backends = this.#backends.filter((each) => each.url !== url);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#server.stop(true);
  }

  async #watch(backend: Backend): Promise<void> {
    while (!this.#stopped && this.#backends.includes(backend)) {
      const probe = fetch(`${backend.url}/readyz`, { keepalive: false });
      backend.ready = await probe.then(
        ({ status }) => status === 200,
        () => false,
      );
      await Bun.sleep(LOOK_EVERY);
    }
  }

  async #forward(request: Request): Promise<Response> {
    const ready = this.#backends.filter((each) => each.ready);
    const backend = ready[this.#turn++ % ready.length];
    if (!backend) return new Response("no instance is ready", { status: 503 });
    const { pathname, search } = new URL(request.url);
    const body = request.method === "GET" ? undefined : await request.arrayBuffer();
    try {
      const { method, headers } = request;
      const init = { method, headers, redirect: "manual", keepalive: false } as const;
      const answer = await fetch(`${backend.url}${pathname}${search}`, { ...init, ...(body && { body }) });
      return new Response(await answer.arrayBuffer(), { status: answer.status });
    } catch (error) {
      return new Response(`${backend.url}: ${error}`, { status: 502 });
    }
  }
}
