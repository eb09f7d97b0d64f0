import type { Project } from '@signet/contracts'
import { base } from '../../paths.ts'
import { t } from '../../texts/index.ts'

/** Returns an issuer without its scheme, for display; for the administrators' project, which has the issuer of the instance, the console. */
export const addressOf = ({ issuer, reserved }: Pick<Project, 'issuer' | 'reserved'>): string =>
  issuer === null
    ? t.projects.noAddressYet
    : `${addressShown(issuer).replace(/\/$/, '')}${reserved ? base : ''}`

export type AddressChoice = 'path' | 'subdomain' | 'host'

export function addressParts(form: AddressChoice, origin: string): { before: string; after: string } {
  const { protocol, host } = new URL(origin)
  if (form === 'path') return { before: `${host}/`, after: '' }
  if (form === 'subdomain') return { before: `${protocol}//`, after: `.${host}` }
  return { before: 'https://', after: '' }
}

export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')

/** Returns the address of a project as its pages for users show it. */
export const addressShown = (issuer: string): string => issuer.replace(/^https?:\/\//, '')
