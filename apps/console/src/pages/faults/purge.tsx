import { useState } from 'react'
import type { Input } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'

type Filters = Input<'error_purge'>

export function Purge({ filters }: { filters: Filters }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button kind="danger-quiet" onPress={() => setAsking(true)}>
        {t.faults.purge}
      </Button>
      {isAsking && <Question filters={filters} onClose={() => setAsking(false)} />}
    </>
  )
}

function Question({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const counts = useOperationPage('error_purge_preview', filters).data
  if (!counts) return null
  const faults = t.faults.faultCount(counts.faults)
  return (
    <ConfirmOperation
      operation="error_purge"
      input={filters}
      title={t.faults.purgeTitle}
      confirmLabel={`${t.common.delete}: ${faults}`}
      consequence={t.faults.purgeConsequence(faults, t.faults.occurrenceCount(counts.occurrences))}
      onDone={(removed) => {
        toast(t.faults.purged(t.faults.faultCount(removed.faults)))
        onClose()
      }}
      onClose={onClose}
    >
      {Object.keys(filters).length === 0 && <Notice tone="caution" title={t.faults.purgeAll} />}
    </ConfirmOperation>
  )
}
