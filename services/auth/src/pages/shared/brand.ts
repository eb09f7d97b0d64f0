export interface ProjectBrand {
  readonly name: string
  /** Address of the image, or a data URL. */
  readonly logo?: string
  /** `#rrggbb`. */
  readonly primaryColor?: string
}

export interface ApplicationBrand {
  /** Absent when the application could impersonate another one. */
  readonly name?: string
  /** A data URL of a checked image. */
  readonly logo?: string
  /** `#rrggbb` as configured; the page uses shades of it. */
  readonly primaryColor?: string
  readonly policyUri?: string
  readonly tosUri?: string
}
