declare module 'pg/lib/utils.js' {
  /** A JavaScript value as a parameter of the protocol: text, bytes, or null. */
  export function prepareValue(value: unknown): string | Buffer | null
}
