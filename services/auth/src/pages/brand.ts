/** What an application shows of itself. */
export interface ApplicationBrand {
  /** A data URL of a checked image. */
  readonly logo?: string
  /** `#rrggbb`, as it was given: shades of it are painted. */
  readonly primaryColor?: string
  readonly policyUri?: string
  readonly tosUri?: string
}
