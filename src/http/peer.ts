import type { IdleTimeout } from "../core/rpc/context.ts";

/** The connection that a request came over. */
export interface Peer {
  /** Null if the socket has none. Read only for calls, because pages are not rate limited. */
  address(): string | null;
  /** Removes the idle timeout from the connection, or sets it again. */
  setIdleTimeout(state: "on" | "off"): void;
}

/** The idle timeout of a peer's connection, as a call may lift it. */
export function idleTimeoutOf(peer: Peer): IdleTimeout {
  let lifted = false;
  return {
    lift() {
      lifted = true;
      peer.setIdleTimeout("off");
    },
    restore() {
      if (lifted) peer.setIdleTimeout("on");
      lifted = false;
    },
  };
}
