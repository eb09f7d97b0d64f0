export class KeysUnavailable extends Error {
  override name = 'KeysUnavailable'
}
