import type { Access } from '../access.ts'

export function accessTexts(access: Access): string {
  switch (access.to) {
    case 'public':
      return 'anyone'
    case 'signed_in':
      return 'signed in'
    case 'service_account':
      return 'service account'
    case 'super_administrator':
      return 'super administrator'
    case 'team':
      return `team ${access.role}`
    case 'project':
      return `can.${access.can}`
  }
}
