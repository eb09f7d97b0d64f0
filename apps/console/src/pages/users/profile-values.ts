import type { Input } from '../../api/client.ts'
import type { UserAnswer } from './user.ts'

type StoredProfile = NonNullable<UserAnswer['profile']>
type Profile = NonNullable<Input<'project_user_update'>['profile']>

const texts = ['displayName', 'nickName', 'title', 'locale', 'timezone'] as const

export interface ProfileValues extends Readonly<Record<(typeof texts)[number], string>> {
  readonly givenName: string
  readonly familyName: string
  readonly phone: string
}

export const profileValuesOf = (stored: StoredProfile | null): ProfileValues => ({
  givenName: stored?.name?.givenName ?? '',
  familyName: stored?.name?.familyName ?? '',
  displayName: stored?.displayName ?? '',
  nickName: stored?.nickName ?? '',
  title: stored?.title ?? '',
  locale: stored?.locale ?? '',
  timezone: stored?.timezone ?? '',
  phone: stored?.phoneNumbers?.[0]?.value ?? '',
})

const withoutEmpty = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined)) as T

/** Returns the whole profile, which an update replaces, with the stored values of fields outside the form. */
export function profileOf(stored: StoredProfile | null, values: ProfileValues): Profile {
  const { givenName, familyName, phone, ...plain } = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, value.trim()]),
  ) as unknown as ProfileValues
  const { formatted, ...name } = stored?.name ?? {}
  const isSameName = (name.givenName ?? '') === givenName && (name.familyName ?? '') === familyName
  const [first, ...otherPhones] = stored?.phoneNumbers ?? []
  const phones = [...(phone ? [{ ...first, value: phone }] : []), ...otherPhones]
  const { name: _name, phoneNumbers: _phones, ...rest } = stored ?? {}
  const names = withoutEmpty({
    ...name,
    givenName,
    familyName,
    // The previous formatted name would contradict the new one.
    formatted: isSameName ? formatted : undefined,
  })
  return withoutEmpty({
    ...rest,
    ...plain,
    ...(Object.keys(names).length > 0 ? { name: names } : {}),
    ...(phones.length > 0 ? { phoneNumbers: phones } : {}),
  }) as Profile
}
