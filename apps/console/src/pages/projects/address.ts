import type { Project } from '@signet/contracts'
import { t } from '../../texts/index.ts'

/** An issuer without its scheme, as people speak of it. */
export const addressOf = ({ issuer }: Pick<Project, 'issuer'>): string =>
  issuer === null ? t.projects.noAddressYet : issuer.replace(/^https?:\/\//, '').replace(/\/$/, '')

export type AddressChoice = 'path' | 'subdomain' | 'host'

/** What stands before and after the name that a person chooses, on this instance. */
export function addressParts(form: AddressChoice, origin: string): { before: string; after: string } {
  const { protocol, host } = new URL(origin)
  if (form === 'path') return { before: `${host}/`, after: '' }
  if (form === 'subdomain') return { before: `${protocol}//`, after: `.${host}` }
  return { before: 'https://', after: '' }
}

/** A slug that the contract would accept, from whatever a project is called. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
