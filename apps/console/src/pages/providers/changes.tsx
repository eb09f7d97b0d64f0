import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { useLeave } from '../../components/leave.ts'
import { Permitted } from '../../components/permitted.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Provider } from './texts.ts'

interface ChangesProps {
  readonly provider: Provider
  readonly refusal: string | null
}

/** Switching a provider on and off, and deleting it; both are asked about, since people may sign in through nothing else. */
export function ProviderChanges({ provider, refusal }: ChangesProps) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  const [asking, setAsking] = useState<'switch' | 'delete' | null>(null)
  const leave = useLeave()
  const { displayName, enabled, linkedUsers } = provider
  const at = { projectId, providerId: provider.id }
  const close = () => setAsking(null)
  return (
    <Card
      title={enabled ? 'Disable or delete' : 'Enable or delete'}
      text="Accounts stay either way."
      actions={
        <>
          <Permitted refusal={refusal} onPress={() => setAsking('switch')}>
            {enabled ? 'Disable' : 'Enable'}
          </Permitted>
          <Permitted kind="danger-quiet" refusal={refusal} onPress={() => setAsking('delete')}>
            Delete
          </Permitted>
        </>
      }
    >
      {asking === 'switch' && (
        <ConfirmOperation
          operation="federation_provider_update"
          input={{ ...at, enabled: !enabled }}
          title={enabled ? `Disable ${displayName}?` : `Enable ${displayName}?`}
          confirmLabel={enabled ? 'Disable' : 'Enable'}
          consequence={
            enabled
              ? `${linkedUsers} linked people cannot sign in through it until it is enabled again.`
              : 'Its button appears on the sign-in page.'
          }
          danger={enabled}
          onDone={() => {
            close()
            toast(`${displayName} was ${enabled ? 'disabled' : 'enabled'}.`)
          }}
          onClose={close}
        />
      )}
      {asking === 'delete' && (
        <ConfirmOperation
          operation="federation_provider_delete"
          input={at}
          title={`Delete ${displayName}?`}
          confirmLabel="Delete provider"
          onDone={() => {
            toast(`${displayName} was deleted.`)
            leave(paths.providers(projectId))
          }}
          onClose={close}
        />
      )}
    </Card>
  )
}
