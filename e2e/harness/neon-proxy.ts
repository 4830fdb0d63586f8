import type { ServerWebSocket, Socket } from "bun";

/** Like Neon's WebSocket proxy, for one local PostgreSQL: each WebSocket is one TCP connection to it. */
export interface NeonProxy {
  /** For `NEON_WS_PROXY`. */
  readonly hostPort: string;
  stop(): Promise<void>;
}

/** One client's bytes on their way to the server; `socket` is missing until the server has answered. */
interface Link {
  readonly towardsServer: Uint8Array[];
  readonly towardsClient: Uint8Array[];
  socket?: Socket<ServerWebSocket<Link>>;
  closed: boolean;
}

const CLOSED = 1011; // WebSocket's code for "the server met an error"

/** Starts a proxy to `target` ("host:port") only; any other address is refused with 403. */
export function startNeonProxy(target: string): NeonProxy {
  const server = Bun.serve<Link>({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request, self) {
      if (new URL(request.url).searchParams.get("address") !== target)
        return new Response(null, { status: 403 });
      const data: Link = { towardsServer: [], towardsClient: [], closed: false };
      return self.upgrade(request, { data }) ? undefined : new Response(null, { status: 426 });
    },
    websocket: {
      maxPayloadLength: 64 * 1024 * 1024,
      idleTimeout: 0,
      open: (client) => void connect(client, target),
      message(client, message) {
        const bytes =
          typeof message === "string" ? new TextEncoder().encode(message) : new Uint8Array(message);
        client.data.towardsServer.push(bytes);
        pushToServer(client.data);
      },
      drain: pushToClient,
      close({ data }) {
        data.closed = true;
        data.socket?.end();
      },
    },
  });
  return { hostPort: `127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

async function connect(client: ServerWebSocket<Link>, target: string): Promise<void> {
  const { hostname, port } = new URL(`tcp://${target}`);
  try {
    await Bun.connect<ServerWebSocket<Link>>({
      hostname,
      port: Number(port),
      data: client,
      socket: handlers,
    });
  } catch {
    client.close(CLOSED);
  }
}

const handlers = {
  open(socket: Socket<ServerWebSocket<Link>>) {
    const link = socket.data.data;
    link.socket = socket;
    if (link.closed) socket.end();
    pushToServer(link);
  },
  data({ data: client }: Socket<ServerWebSocket<Link>>, bytes: Uint8Array) {
    client.data.towardsClient.push(new Uint8Array(bytes)); // a copy, because the buffer is reused
    pushToClient(client);
  },
  drain: ({ data: client }: Socket<ServerWebSocket<Link>>) => pushToServer(client.data),
  close: ({ data: client }: Socket<ServerWebSocket<Link>>) => client.close(),
  error: ({ data: client }: Socket<ServerWebSocket<Link>>) => client.close(CLOSED),
};

/** A socket may accept only part of a chunk; the rest waits for `drain`. */
function pushToServer({ towardsServer, socket }: Link): void {
  while (socket && towardsServer[0]) {
    const taken = socket.write(towardsServer[0]);
    if (taken < 0) return;
    if (taken < towardsServer[0].length) {
      towardsServer[0] = towardsServer[0].subarray(taken);
      return;
    }
    towardsServer.shift();
  }
}

function pushToClient(client: ServerWebSocket<Link>): void {
  const { towardsClient } = client.data;
  while (towardsClient[0]) {
    const sent = client.sendBinary(towardsClient[0]);
    if (sent === 0) return; // dropped: the connection is closed
    towardsClient.shift();
    if (sent === -1) return; // accepted, but the buffer is full: continue on `drain`
  }
}
