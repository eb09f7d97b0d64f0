import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { Rich } from '../../components/rich.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { UserAnswer, UserSectionProps } from './user.ts'

type Identity = Answer<'federation_identity_list'>['identities'][number]

/** Hidden without any identity. */
export function Identities({ projectId, user, refusal }: UserSectionProps) {
  const userId = user.id
  const { data } = useOperationPage('federation_identity_list', { projectId, userId })
  if (!data?.identities.length) return null
  return (
    <Card title={t.users.identities}>
      <ul className="grid gap-3">
        {data.identities.map((identity) => (
          <li key={identity.providerId} className="flex flex-wrap items-center justify-between gap-3">
            <Summary identity={identity} isOther={isOther(user, identity)} />
            <span className="flex flex-wrap gap-2">
              {isOther(user, identity) && (
                <ConfirmButton
                  label={t.users.adoptAddress}
                  kind="secondary"
                  danger={false}
                  refusal={refusal ?? (user.managedBy === 'console' ? null : t.users.managedRefusal)}
                  operation="federation_identity_address_adopt"
                  input={{ projectId, userId, providerId: identity.providerId }}
                  asksPreview
                  title={t.users.adoptAddressTitle(identity.displayName)}
                  confirmLabel={t.users.adoptAddress}
                  done={t.users.addressAdopted(identity.email ?? '')}
                />
              )}
              <ConfirmButton
                label={t.users.unlink}
                refusal={refusal}
                operation="federation_identity_delete"
                input={{ projectId, userId, providerId: identity.providerId }}
                title={t.users.unlinkTitle(identity.displayName)}
                confirmLabel={t.users.unlink}
                done={t.users.unlinked(identity.displayName)}
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const isOther = ({ signIn }: UserAnswer, { providerId }: Identity): boolean =>
  signIn.otherAddresses.some((address) => address.providerId === providerId)

interface SummaryProps {
  readonly identity: Identity
  readonly isOther: boolean
}

const Summary = ({ identity: { displayName, email, lastSignInAt, lastFailure }, isOther }: SummaryProps) => (
  <span className="grid min-w-0 gap-0.5">
    <span className="font-medium">{displayName}</span>
    {isOther && email && <span className="text-sm break-words">{t.users.otherAddress(email)}</span>}
    <span className="text-sm break-words text-quiet">
      {!isOther && email && `${email}, `}
      {lastSignInAt ? (
        <Rich text={t.users.lastUsed('{at}')} parts={{ at: <RelativeTime at={lastSignInAt} /> }} />
      ) : (
        t.users.neverUsed
      )}
    </span>
    {lastFailure && (
      <span className="text-sm text-problem">
        <Rich
          text={t.users.refusedAt('{at}', '{why}')}
          parts={{ at: <RelativeTime at={lastFailure.at} />, why: t.providers.failures[lastFailure.reason] }}
        />
      </span>
    )}
  </span>
)
