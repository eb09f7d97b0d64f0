import { Fingerprint, KeyRound, RectangleEllipsis, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOperationPage } from '../../api/operation.ts'
import { TextLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import type { UserSectionProps } from './user.ts'

const none = <span className="text-quiet">{t.common.none}</span>

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
          {
            name: t.users.password,
            icon: <RectangleEllipsis size={15} aria-hidden />,
            value: user.passwordSet
              ? t.users.passwordSet
              : user.passwordSet === null
                ? t.common.unknown
                : none,
          },
          {
            name: t.users.passkeys,
            icon: <KeyRound size={15} aria-hidden />,
            value: list(passkeys.map(({ name }) => name)) ?? none,
          },
          {
            name: t.users.secondFactor,
            icon: <Smartphone size={15} aria-hidden />,
            value: user.authenticator ? t.users.authenticator : none,
          },
          ...(codes === null ? [] : [{ name: t.users.recoveryCodes, value: formatNumber(codes) }]),
          {
            name: t.users.identities,
            icon: <Fingerprint size={15} aria-hidden />,
            value: list(providers) ?? none,
          },
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
