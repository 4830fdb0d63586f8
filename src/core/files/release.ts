/**
 * Frees the memory behind bytes at once: the garbage collector sees a small object, not the buffer behind it. Only for
 * bytes that nothing reads any more, and that own their buffer. Small ones are left to the collector, because Node takes
 * them from a shared pool.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > Buffer.poolSize && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
