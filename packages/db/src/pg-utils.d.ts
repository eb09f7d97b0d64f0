declare module 'pg/lib/utils.js' {
  /** Converts a JavaScript value to a parameter of the protocol: text, bytes, or null. */
  export function prepareValue(value: unknown): string | Buffer | null
}
