import { isLocale, isTimeZone, type Profile } from '@signet/contracts'
import { isPlainAddress, refuseValue } from '@signet/runtime'

/**
 * Values become claims by OpenID Connect Core 5.1: locale a BCP 47 tag, zoneinfo a time-zone name, phone_number in international form.
 * @param prefix of the fields in an error, such as `profile.`
 */
export async function checkProfile(
  { locale, timezone, profileUrl, phoneNumbers = [], emails = [], addresses = [], roles = [] }: Profile,
  prefix: string,
): Promise<void> {
  if (locale !== undefined && !isLocale(locale))
    refuseValue(`${prefix}locale`, 'must be a BCP 47 language tag')
  if (timezone !== undefined && !isTimeZone(timezone))
    refuseValue(`${prefix}timezone`, 'must be a time-zone name such as Europe/Zurich')
  if (profileUrl !== undefined && !isWebAddress(profileUrl))
    refuseValue(`${prefix}profileUrl`, 'must be an address that begins with https:// or http://')
  for (const [name, values] of Object.entries({ phoneNumbers, emails, addresses, roles }))
    checkOnePrimary(`${prefix}${name}`, values)
  const claimed = phoneNumbers.findIndex(({ primary }) => primary)
  const at = Math.max(0, claimed)
  const phone = phoneNumbers[at]
  if (phone && !(await isInternational(phone.value)))
    refuseValue(`${prefix}phoneNumbers.${at}.value`, internationalNumberRule)
  emails.forEach(({ value }, index) => {
    if (!isPlainAddress(value)) refuseValue(`${prefix}emails.${index}.value`, 'must be an e-mail address')
  })
}

const isWebAddress = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value)

function checkOnePrimary(path: string, values: readonly { readonly primary?: boolean | undefined }[]): void {
  if (values.filter(({ primary }) => primary).length > 1) refuseValue(path, 'may have one primary value')
}

export const internationalNumberRule = 'must be a number in international form, such as +41 44 668 18 00'

/** The first call loads the tables of all numbering plans. */
export async function isInternational(value: string): Promise<boolean> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  return value.startsWith('+') && (parsePhoneNumberFromString(value)?.isPossible() ?? false)
}
