import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, type Fact, Facts } from '../../ui/card.tsx'
import { Day, RelativeTime } from '../../ui/time.tsx'
import { messageFacts } from './messages.tsx'
import { SignInState } from './sign-in-state.tsx'
import type { UserAnswer } from './user.ts'

const passwordText = (passwordSet: boolean | null): string =>
  passwordSet === null ? t.common.unknown : passwordSet ? t.users.passwordSet : t.common.none

export const Account = ({ user }: { user: UserAnswer }) => (
  <Card title={t.users.account}>
    <Facts
      facts={[
        ...(user.username ? [{ name: t.users.username, value: user.username }] : []),
        { name: t.users.address, value: user.verified ? t.users.verified : t.users.unverified },
        ...messageFacts(user.messages),
        { name: t.users.password, value: passwordText(user.passwordSet) },
        { name: t.users.signIn, value: <SignInState signIn={user.signIn} /> },
        {
          name: t.users.lastSignIn,
          value: user.signIn.lastSignInAt ? <RelativeTime at={user.signIn.lastSignInAt} /> : t.common.unknown,
        },
        {
          name: t.users.secondFactor,
          value: user.authenticator ? t.users.authenticator : t.common.none,
        },
        {
          name: t.users.groups,
          value:
            user.groups.length > 0 ? (
              <span className="flex flex-wrap gap-1.5">
                {user.groups.map(({ id, displayName }) => (
                  <Badge key={id}>{displayName}</Badge>
                ))}
              </span>
            ) : (
              t.common.none
            ),
        },
        ...profileFacts(user.profile),
        { name: t.common.created, value: <Day at={user.createdAt} /> },
        { name: t.common.changed, value: <RelativeTime at={user.updatedAt} /> },
      ]}
    />
  </Card>
)

/** Parts of a profile that identify the user for an administrator. */
function profileFacts(profile: UserAnswer['profile']): Fact[] {
  const { name, displayName, nickName, title, locale, timezone, phoneNumbers, enterprise } = profile ?? {}
  const fullName = name?.formatted ?? [name?.givenName, name?.familyName].filter(Boolean).join(' ')
  const labels = t.users.profile
  const parts = [
    { name: labels.name, value: fullName || displayName },
    { name: labels.nickname, value: nickName },
    { name: labels.title, value: title },
    {
      name: labels.organization,
      value: [enterprise?.organization, enterprise?.department].filter(Boolean).join(', '),
    },
    { name: labels.phone, value: phoneNumbers?.map(({ value }) => value).join(', ') },
    { name: labels.language, value: locale },
    { name: labels.timeZone, value: timezone },
  ]
  return parts.filter(({ value }) => value)
}
