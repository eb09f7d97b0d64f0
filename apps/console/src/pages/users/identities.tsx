import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { Rich } from '../../components/rich.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/time.tsx'

type Identity = Answer<'federation_identity_list'>['identities'][number]

interface IdentitiesProps {
  readonly projectId: string
  readonly userId: string
  readonly refusal: string | null
}

/** The user's identity providers with the results of their last sign-ins; hidden without any. */
export function Identities({ projectId, userId, refusal }: IdentitiesProps) {
  const { data } = useOperationPage('federation_identity_list', { projectId, userId })
  if (!data?.identities.length) return null
  return (
    <Card title={t.users.identities}>
      <ul className="grid gap-3">
        {data.identities.map((identity) => (
          <li key={identity.providerId} className="flex flex-wrap items-center justify-between gap-3">
            <Summary identity={identity} />
            <ConfirmButton
              label={t.users.unlink}
              refusal={refusal}
              operation="federation_identity_delete"
              input={{ projectId, userId, providerId: identity.providerId }}
              title={t.users.unlinkTitle(identity.displayName)}
              confirmLabel={t.users.unlink}
              done={t.users.unlinked(identity.displayName)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Summary = ({ identity: { displayName, email, lastSignInAt, lastFailure } }: { identity: Identity }) => (
  <span className="grid min-w-0 gap-0.5">
    <span className="font-medium">{displayName}</span>
    <span className="text-sm break-words text-quiet">
      {email && `${email}, `}
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
