import type { Client } from '@signet/contracts'
import type { Input } from '../../api/client.ts'
import { EditCard } from '../../components/edit-card.tsx'
import { t } from '../../texts/index.ts'
import { ApplicationFields } from './fields.tsx'
import { presetOf } from './values/presets.ts'
import {
  type ApplicationValues,
  applicationFields,
  checkApplication,
  cleaned,
  valuesOf,
} from './values/values.ts'

/** Sends only changed fields, so that values stored before a stricter limit remain valid. */
function inputOf(projectId: string, client: Client, values: ApplicationValues): Input<'client_update'> {
  const before: Readonly<Record<string, unknown>> = client
  const changed = Object.entries(cleaned(values)).filter(
    ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
  )
  return { projectId, clientId: client.clientId, ...Object.fromEntries(changed) }
}

interface ApplicationFormProps {
  readonly projectId: string
  readonly client: Client
  readonly refusal: string | null
}

export function ApplicationForm({ projectId, client, refusal }: ApplicationFormProps) {
  const kind = presetOf(client)
  return (
    <EditCard
      title={t.common.general}
      label={t.common.general}
      operation="client_update"
      initial={valuesOf(client)}
      toInput={(values) => inputOf(projectId, client, values)}
      check={(values) => checkApplication(kind, values)}
      fields={applicationFields}
      refusal={refusal}
      saveLabel={t.clients.save}
      done={t.clients.saved}
    >
      {(form) => <ApplicationFields form={form} kind={kind} isDisabled={refusal !== null} isStored />}
    </EditCard>
  )
}
