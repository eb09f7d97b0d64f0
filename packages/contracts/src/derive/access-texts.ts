import type { Access } from '../access.ts'

/** An access rule in a few words, as prints and documents show it. */
export function accessTexts(access: Access): string {
  switch (access.to) {
    case 'public':
      return 'anyone'
    case 'signed_in':
      return 'signed in'
    case 'super_administrator':
      return 'super administrator'
    case 'team':
      return `team ${access.role}`
    case 'project':
      return `can.${access.can}`
  }
}
