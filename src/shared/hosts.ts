import { isIP } from "node:net";

/** `10.0.0.0/8`, `2001:db8::/32`, or one address. */
export function isNetwork(value: string): boolean {
  const [, address = "", bits = "0"] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(value) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 6 ? 128 : 32);
}

/** An address, v6 in brackets or not, or a name. A name never ends in a number: `999.1.1.1` would be an address. */
export function isHost(value: string): boolean {
  if (isIP(value.replace(/^\[([0-9a-f:.]+)\]$/i, "$1")) !== 0) return true;
  return /^[\w-]+(\.[\w-]+)*$/.test(value) && !/(^|\.)\d+$/.test(value);
}
