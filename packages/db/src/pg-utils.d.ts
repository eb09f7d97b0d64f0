declare module 'pg/lib/utils.js' {
  /** Returns a parameter of the protocol: text, bytes, or null. */
  export function prepareValue(value: unknown): string | Buffer | null
}
