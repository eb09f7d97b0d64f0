type Rule = readonly [isValid: (value: unknown) => boolean, rule: string]

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const ofText = (isValid: (value: string) => boolean) => (value: unknown) =>
  typeof value === 'string' && isValid(value)

const succeeds = (work: () => unknown): boolean => {
  try {
    work()
    return true
  } catch {
    return false
  }
}

export const isLocale = (tag: string): boolean => succeeds(() => new Intl.Locale(tag))

/** IANA names only: an offset does not include summer time. */
export const isTimeZone = (name: string): boolean =>
  /^[A-Za-z]/.test(name) && succeeds(() => new Intl.DateTimeFormat('en', { timeZone: name }))

const isWebAddress = (value: string): boolean => /^https?:$/.test(URL.parse(value)?.protocol ?? '')

/** ISO 8601 `YYYY-MM-DD` or `YYYY`; the year 0000 represents an omitted one, which may be a leap year. */
function isBirthdate(value: string): boolean {
  const day = value.replace(/^0000-/, '2000-')
  if (/^\d{4}$/.test(day)) return true
  const date = new Date(`${day}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

const addressMembers = ['formatted', 'street_address', 'locality', 'region', 'postal_code', 'country']

function isAddress(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return addressMembers.every((name) => typeof (Reflect.get(value, name) ?? '') === 'string')
}

const text: Rule = [isText, 'must be a text that is not empty']
const webAddress: Rule = [ofText(isWebAddress), 'must be an http or https address']
const boolean: Rule = [(value) => typeof value === 'boolean', 'must be true or false']

/** OpenID Connect Core 5.1. */
const formats = new Map<string, Rule>([
  ...[
    'name',
    'given_name',
    'family_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'gender',
    'email',
    'phone_number',
  ].map((name): [string, Rule] => [name, text]),
  ['profile', webAddress],
  ['picture', webAddress],
  ['website', webAddress],
  ['email_verified', boolean],
  ['phone_number_verified', boolean],
  ['birthdate', [ofText(isBirthdate), 'must be a date such as 1815-12-10, or a year']],
  ['zoneinfo', [ofText(isTimeZone), 'must be a time-zone name such as Europe/Zurich']],
  ['locale', [ofText(isLocale), 'must be a BCP 47 language tag such as de-CH']],
  ['address', [isAddress, 'must be an object whose members such as street_address are texts']],
  ['updated_at', [(value) => Number.isFinite(value) && Number(value) >= 0, 'must be seconds since 1970']],
])

/** OpenID Connect Core 5.2. */
export const untaggedClaim = (name: string): string => name.split('#', 1)[0] ?? name

export const hasClaimFormat = (name: string): boolean => formats.has(untaggedClaim(name))

/** Returns the violated rule of OpenID Connect Core 5.1; undefined for a valid value and for a claim of another name. */
export function problemOfClaim(name: string, value: unknown): string | undefined {
  const format = formats.get(untaggedClaim(name))
  if (!format) return undefined
  const [isValid, rule] = format
  return isValid(value) ? undefined : rule
}
