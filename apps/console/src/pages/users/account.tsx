import { t } from '../../texts/index.ts'
import { Card, type Fact, Facts } from '../../ui/card.tsx'
import { Day, RelativeTime } from '../../ui/time.tsx'
import { messageFacts } from './messages.tsx'
import type { UserAnswer } from './user.ts'

export const Account = ({ user }: { user: UserAnswer }) => (
  <Card title={t.users.account}>
    <Facts
      stacked
      facts={[
        ...(user.username ? [{ name: t.users.username, value: user.username }] : []),
        { name: t.users.address, value: user.verified ? t.users.verified : t.users.unverified },
        ...messageFacts(user.messages),
        ...profileFacts(user.profile),
        { name: t.common.created, value: <Day at={user.createdAt} /> },
        { name: t.common.changed, value: <RelativeTime at={user.updatedAt} /> },
      ]}
    />
  </Card>
)

/** Facts that identify the user for an administrator. */
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
