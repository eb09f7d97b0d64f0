/** Thrown when the keys of a provider cannot be read. */
export class KeysUnavailable extends Error {
  override name = 'KeysUnavailable'
}
