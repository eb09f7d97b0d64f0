import { ChangeButton } from '../../components/change-button.tsx'
import { Status } from '../../components/object-mark.tsx'
import { t } from '../../texts/index.ts'
import { Card, type Fact, Facts } from '../../ui/card.tsx'
import { Day, RelativeTime } from '../../ui/time.tsx'
import { useMailMissing } from './mail-missing.tsx'
import { messageFacts } from './messages.tsx'
import { languageName } from './profile-choices.ts'
import type { UserAnswer, UserSectionProps } from './user.ts'

export const Account = ({ projectId, user, refusal }: UserSectionProps) => (
  <Card title={t.users.account}>
    <Facts
      stacked
      facts={[
        {
          name: t.users.email,
          value: <Address projectId={projectId} user={user} refusal={refusal} />,
        },
        ...(user.username ? [{ name: t.users.username, value: user.username }] : []),
        ...(user.signIn.lastSignInAt
          ? [{ name: t.users.lastSignIn, value: <RelativeTime at={user.signIn.lastSignInAt} /> }]
          : []),
        ...messageFacts(user.messages),
        { name: t.common.created, value: <Day at={user.createdAt} /> },
        { name: t.common.changed, value: <RelativeTime at={user.updatedAt} /> },
      ]}
    />
  </Card>
)

type AddressProps = Pick<UserSectionProps, 'projectId' | 'user' | 'refusal'>

function Address({ projectId, user, refusal }: AddressProps) {
  const isMailMissing = useMailMissing(projectId)
  return (
    <span className="grid justify-items-start gap-1">
      <span className="wrap-anywhere">{user.email}</span>
      <Status tone={user.verified ? 'good' : 'caution'}>
        {user.verified ? t.users.verified : t.users.unverified}
      </Status>
      {!user.verified && (
        <ChangeButton
          size="sm"
          operation="project_user_verification_send"
          input={{ projectId, userId: user.id }}
          refusal={refusal ?? (isMailMissing ? t.users.noMail : null)}
          done={({ email }) => t.users.sentTo(email)}
        >
          {t.users.sendVerification}
        </ChangeButton>
      )}
    </span>
  )
}

/** Omitted for a user without a profile. */
export function Profile({ profile }: Pick<UserAnswer, 'profile'>) {
  const facts = profileFacts(profile)
  return (
    facts.length > 0 && (
      <Card title={t.users.profileCard}>
        <Facts facts={facts} />
      </Card>
    )
  )
}

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
    { name: labels.language, value: locale && languageName(locale) },
    { name: labels.timeZone, value: timezone },
  ]
  return parts.filter(({ value }) => value)
}
