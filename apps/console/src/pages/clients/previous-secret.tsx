import type { Client, Project } from '@signet/contracts'
import { useState } from 'react'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { Permitted } from '../../components/permitted.tsx'
import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'

interface PreviousSecretProps {
  readonly project: Project
  readonly client: Client
  readonly refusal: string | null
}

export function PreviousSecret({ project, client, refusal }: PreviousSecretProps) {
  const [isAsking, setAsking] = useState(false)
  const { clientId, previousSecretExpiresAt: expiresAt, previousSecretUsedAt: usedAt } = client
  if (!expiresAt) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        {t.clients.previousUntil(formatDate(expiresAt, 'time'))}
        <span className="block text-quiet text-sm">
          {usedAt ? t.clients.previousUsed(formatDate(usedAt, 'time')) : t.clients.previousUnused}
        </span>
      </span>
      <Permitted size="sm" refusal={refusal} onPress={() => setAsking(true)}>
        {t.clients.revokePrevious}
      </Permitted>
      {isAsking && (
        <ConfirmOperation
          operation="client_previous_secret_revoke"
          input={{ projectId: project.id, clientId }}
          title={t.clients.revokePreviousTitle(client.clientName)}
          confirmLabel={t.clients.revokePrevious}
          consequence={t.clients.revokePreviousText}
          onDone={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
