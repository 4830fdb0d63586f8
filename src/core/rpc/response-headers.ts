/**
 * The headers that a call adds to its response: a list, because making a `Headers` only to copy it takes longer than
 * making the response.
 */
export class ResponseHeaders {
  #fields: (readonly [name: string, value: string])[] = [];

  append(name: string, value: string): void {
    this.#fields.push([name, value]);
  }

  set(name: string, value: string): void {
    this.delete(name);
    this.append(name, value);
  }

  delete(name: string): void {
    this.#fields = this.#fields.filter(([each]) => !isSame(each, name));
  }

  getSetCookie(): string[] {
    return this.#fields.filter(([name]) => isSame(name, "Set-Cookie")).map(([, value]) => value);
  }

  [Symbol.iterator](): Iterator<readonly [name: string, value: string]> {
    return this.#fields.values();
  }
}

const isSame = (name: string, other: string): boolean => name.toLowerCase() === other.toLowerCase();
