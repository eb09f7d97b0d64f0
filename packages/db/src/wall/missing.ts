/** The message states the remedy. */
export class WallMissing extends Error {
  override name = 'WallMissing'
}
