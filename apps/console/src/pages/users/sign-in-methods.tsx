import type { ReactNode } from 'react'
import { useOperationPage } from '../../api/operation.ts'
import { TextLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import type { UserSectionProps } from './user.ts'

const passwordText = (passwordSet: boolean | null): string =>
  passwordSet === null ? t.common.unknown : passwordSet ? t.users.passwordSet : t.common.none

export function SignInMethods({ projectId, user }: Pick<UserSectionProps, 'projectId' | 'user'>) {
  const one = { projectId, userId: user.id }
  const { passkeys = [], recoveryCodesLeft } = useOperationPage('project_user_passkey_list', one).data ?? {}
  const identities = useOperationPage('federation_identity_list', one).data?.identities ?? []
  const codes = recoveryCodesLeft ?? null
  const providers = identities.map(({ providerId, displayName }) => (
    <TextLink key={providerId} {...paths.provider(projectId, providerId)}>
      {displayName}
    </TextLink>
  ))
  return (
    <Card title={t.users.methods}>
      <Facts
        stacked
        facts={[
          { name: t.users.password, value: passwordText(user.passwordSet) },
          { name: t.users.passkeys, value: list(passkeys.map(({ name }) => name)) ?? t.common.none },
          {
            name: t.users.secondFactor,
            value: user.authenticator ? t.users.authenticator : t.common.none,
          },
          ...(codes === null ? [] : [{ name: t.users.recoveryCodes, value: formatNumber(codes) }]),
          { name: t.users.identities, value: list(providers) ?? t.common.none },
        ]}
      />
    </Card>
  )
}

/** Returns null for an empty list. */
const list = (items: readonly ReactNode[]): ReactNode =>
  items.length > 0 ? (
    <ul className="grid gap-0.5">
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  ) : null

export function Memberships({ projectId, user }: Pick<UserSectionProps, 'projectId' | 'user'>) {
  const one = { projectId, userId: user.id }
  const applications = useOperationPage('project_user_session_list', one).data?.applications ?? []
  const named = applications.flatMap(({ clientId, clientName }) =>
    clientId && clientName
      ? [
          <TextLink key={clientId} {...paths.application(projectId, clientId)}>
            {clientName}
          </TextLink>,
        ]
      : [],
  )
  const groups = user.groups.map(({ id, displayName }) => (
    <TextLink key={id} {...paths.group(projectId, id)}>
      {displayName}
    </TextLink>
  ))
  return (
    <Card title={t.users.memberships}>
      <Facts
        facts={[
          { name: t.users.sessions, value: list(named) ?? t.common.none },
          { name: t.users.groups, value: list(groups) ?? t.common.none },
        ]}
      />
    </Card>
  )
}
