import type { OptionsContext } from '../provider-options/context.ts'

/** What end users know the project by: its display name, or else its address. */
export const nameOf = ({ project, issuer }: OptionsContext): string =>
  project.displayName ?? issuer.replace(/^https?:\/\//, '')
