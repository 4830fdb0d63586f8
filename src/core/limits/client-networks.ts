/** A network that a client is in, and how many times the limit of one client it has. */
export interface ClientNetwork {
  readonly name: string;
  readonly times: number;
}

/** Of a /56 and a /48. A customer commonly gets one of these whole, and so 256 or 65,536 networks of /64. */
type Wider = readonly [of56: number, of48: number];
const WIDER: Wider = [2, 4];
/**
 * Mobile networks give each phone a /64, and many phones visit. A few of them must also not lock the others out of their
 * accounts.
 */
export const MANY_PHONES: Wider = [8, 32];

/** Clients without an address (a closed peer) share one. */
const NO_ADDRESS = "none";
const V6 = /^(\w+:\w+:\w+):(\w+)::\/64$/;

/**
 * The networks whose limits a call of a client counts against: its address, or the /64, /56 and /48 of IPv6. `client` is as
 * `createAddressReader` gives it, or an account's id.
 */
export function networksOf(client: string | null, [of56, of48]: Wider = WIDER): readonly ClientNetwork[] {
  const own = { name: client ?? NO_ADDRESS, times: 1 };
  const [, first48, next16 = ""] = V6.exec(own.name) ?? [];
  if (first48 === undefined) return [own];
  const next8 = Number.parseInt(next16, 16) >> 8;
  return [
    own,
    { name: `${first48}:${(next8 << 8).toString(16)}::/56`, times: of56 },
    { name: `${first48}::/48`, times: of48 },
  ];
}
