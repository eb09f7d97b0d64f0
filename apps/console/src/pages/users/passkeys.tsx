import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { Rich } from '../../components/rich.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Day, RelativeTime } from '../../ui/time.tsx'

type Passkey = Answer<'project_user_passkey_list'>['passkeys'][number]

interface PasskeysProps {
  readonly projectId: string
  readonly userId: string
  readonly refusal: string | null
}

/** Hidden without any passkey. */
export function Passkeys({ projectId, userId, refusal }: PasskeysProps) {
  const { data } = useOperationPage('project_user_passkey_list', { projectId, userId })
  if (!data?.passkeys.length) return null
  return (
    <Card title={t.users.passkeys}>
      <ul className="-my-1 grid">
        {data.passkeys.map((passkey) => (
          <li
            key={passkey.id}
            className="flex items-center justify-between gap-3 border-b border-line py-3 first:pt-1 last:border-b-0 last:pb-1"
          >
            <Summary passkey={passkey} />
            <ConfirmButton
              label={t.users.removePasskey}
              refusal={refusal}
              operation="project_user_passkey_delete"
              input={{ projectId, userId, passkeyId: passkey.id }}
              title={t.users.removePasskeyTitle(passkey.name)}
              confirmLabel={t.users.removePasskey}
              done={t.users.passkeyRemoved(passkey.name)}
            >
              <p>{t.users.removePasskeyText}</p>
            </ConfirmButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Summary = ({ passkey: { name, synced, worksHere, worksUntil, lastUsedAt } }: { passkey: Passkey }) => (
  <span className="grid min-w-0 gap-0.5">
    <span className="font-medium break-words">{name}</span>
    <span className="text-sm text-quiet first-letter:uppercase">
      {synced !== undefined && `${synced ? t.users.passkeySynced : t.users.passkeyOnDevice}, `}
      {lastUsedAt ? (
        <Rich text={t.users.lastUsed('{at}')} parts={{ at: <RelativeTime at={lastUsedAt} /> }} />
      ) : (
        t.users.neverUsed
      )}
    </span>
    {worksUntil && (
      <span className="text-sm text-quiet">
        <Rich text={t.users.passkeyFormer('{date}')} parts={{ date: <Day at={worksUntil} /> }} />
      </span>
    )}
    {!worksHere && !worksUntil && <span className="text-sm text-problem">{t.users.passkeyElsewhere}</span>}
  </span>
)
