/** What stands between tenants is not in force; the sentence says what to do. */
export class WallMissing extends Error {
  override name = 'WallMissing'
}
