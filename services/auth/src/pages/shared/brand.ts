/** What a project shows of itself on its pages. */
export interface ProjectBrand {
  readonly name: string
  /** `#rrggbb`. */
  readonly primaryColor?: string
}

/** What an application shows of itself. */
export interface ApplicationBrand {
  /** Absent where it could pose as another. */
  readonly name?: string
  /** A data URL of a checked image. */
  readonly logo?: string
  /** `#rrggbb`, as it was given: shades of it are painted. */
  readonly primaryColor?: string
  readonly policyUri?: string
  readonly tosUri?: string
}
