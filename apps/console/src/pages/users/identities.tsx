import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { Permitted } from '../../components/permitted.tsx'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { failureTexts } from '../providers/texts.ts'

type Identity = Answer<'federation_identity_list'>['identities'][number]

interface IdentitiesProps {
  readonly projectId: string
  readonly userId: string
  readonly refusal: string | null
}

/** The providers that a user signs in through, with what their last sign-in came to; nothing where there is none. */
export function Identities({ projectId, userId, refusal }: IdentitiesProps) {
  const { data } = useOperationPage('federation_identity_list', { projectId, userId })
  const [asking, setAsking] = useState<Identity | null>(null)
  if (!data?.identities.length) return null
  return (
    <Card title="Linked providers">
      <ul className="grid gap-3">
        {data.identities.map((identity) => (
          <li key={identity.providerId} className="flex flex-wrap items-center justify-between gap-3">
            <Summary identity={identity} />
            <Permitted kind="danger-quiet" refusal={refusal} onPress={() => setAsking(identity)}>
              Remove link
            </Permitted>
          </li>
        ))}
      </ul>
      {asking && (
        <ConfirmOperation
          operation="federation_identity_delete"
          input={{ projectId, userId, providerId: asking.providerId }}
          title={`Remove the link to ${asking.displayName}?`}
          confirmLabel="Remove link"
          onDone={() => {
            setAsking(null)
            toast(`The link to ${asking.displayName} was removed.`)
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </Card>
  )
}

const Summary = ({ identity: { displayName, email, lastSignInAt, lastFailure } }: { identity: Identity }) => (
  <span className="grid min-w-0 gap-0.5">
    <span className="font-medium">{displayName}</span>
    <span className="text-sm break-words text-quiet">
      {email && `${email}, `}
      {lastSignInAt ? (
        <>
          last used <RelativeTime at={lastSignInAt} />
        </>
      ) : (
        'never used'
      )}
    </span>
    {lastFailure && (
      <span className="text-sm text-problem">
        Refused <RelativeTime at={lastFailure.at} />: {failureTexts[lastFailure.reason]}
      </span>
    )}
  </span>
)
