import { randomInt } from 'node:crypto'
import { isIP } from 'node:net'
import { limits, reservedPathNames, reservedSubdomainNames, type Settings } from '@signet/contracts'
import { refuse, refuseValue } from '@signet/runtime'
import type { Administrator } from '../../caller.ts'

export interface ChosenAddress {
  readonly form: 'path' | 'subdomain' | 'host'
  readonly slug: string | null
  readonly host: string | null
}

/** Lists the forms that the caller may choose, the default first (whoami, `can.addressForms`). */
export function addressFormsOf(caller: Administrator, settings: Settings): ('path' | 'subdomain' | 'host')[] {
  const setting = settings['projects.addressForms']
  const forms: ('path' | 'subdomain')[] = setting === 'both' ? ['path', 'subdomain'] : [setting]
  return caller.superAdministrator ? [...forms, 'host'] : forms
}

const reserved = {
  path: new Set<string>([...reservedPathNames, ...reservedSubdomainNames]),
  subdomain: new Set<string>(reservedSubdomainNames),
}

interface AskedAddress {
  readonly slug?: string | undefined
  readonly host?: string | undefined
  readonly addressForm?: 'path' | 'subdomain' | undefined
}

/** Default: an address derived from the name. */
export function chooseAddress(
  caller: Administrator,
  settings: Settings,
  baseUrl: string,
  asked: AskedAddress,
  name: string,
): ChosenAddress {
  if (asked.slug !== undefined && asked.host !== undefined) refuse('address_ambiguous')
  const forms = addressFormsOf(caller, settings)
  const form = asked.host === undefined ? (asked.addressForm ?? forms[0] ?? 'path') : 'host'
  if (!forms.includes(form))
    refuse('address_form_not_allowed', { detail: `You may not give a project the address form ${form}.` })
  if (form === 'host') {
    const host = checkHost(asked.host ?? '', baseUrl)
    if (isReservedByOperator(settings, host)) refuseReserved('host', host)
    return { form, slug: null, host }
  }
  const slug = asked.slug ?? slugOf(name)
  refuseEncodedLabels('slug', slug)
  if (
    reserved[form].has(slug) ||
    isReservedByOperator(settings, slug) ||
    isReservedByOperator(settings, `${slug}.${new URL(baseUrl).hostname}`)
  )
    refuseReserved('slug', slug)
  return { form, slug, host: null }
}

const isReservedByOperator = (settings: Settings, name: string): boolean =>
  settings['projects.reservedHostnames'].some((each) => each.toLowerCase() === name)

function refuseReserved(path: 'slug' | 'host', name: string): never {
  refuse('address_reserved', {
    detail: `${name} is reserved.`,
    errors: [{ path, message: 'is reserved' }],
  })
}

/** The hostname must be outside the instance's own domain. */
function checkHost(host: string, baseUrl: string): string {
  const name = host.toLowerCase()
  const own = new URL(baseUrl).hostname
  if (!/^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/.test(name))
    refuseValue('host', 'must be a hostname')
  // A name that ends in a number is parsed as an IPv4 address in any notation (WHATWG URL section 3.5).
  const read = URL.parse(`http://${name}`)?.hostname
  if (read === undefined || isIP(read)) refuseValue('host', 'must be a hostname, not an IP address')
  if (name === own || name.endsWith(`.${own}`))
    refuse('address_reserved', { detail: 'A project below the instance host takes the subdomain form.' })
  return name
}

/**
 * Rejects encoded IDNA labels (RFC 5890 section 2.3.1): they are displayed as other letters, possibly as the name of another project.
 */
function refuseEncodedLabels(path: string, name: string): void {
  if (name.split('.').some((label) => /^..--/.test(label)))
    refuseValue(path, 'must not have hyphens as third and fourth character')
}

/** Letters and digits without look-alikes, for plans that do not allow a choice. */
export const randomSlug = (): string =>
  Array.from(
    { length: limits.generatedSlugCharacters },
    () => slugCharacters[randomInt(slugCharacters.length)],
  ).join('')

const slugCharacters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** ASCII letters and digits, words joined by hyphens. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '')
  return slug || refuseValue('slug', 'is needed: none can be made from the name')
}
