import type { Client, Project } from '@signet/contracts'
import { useState } from 'react'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { Permitted } from '../../components/permitted.tsx'
import { SecretOnce } from '../../components/secret-once.tsx'
import { useSheet } from '../../components/sheet.ts'
import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { Day } from '../../ui/time.tsx'
import { PreviousSecret } from './previous-secret.tsx'
import { hasSecret } from './values/presets.ts'

/** Hours in which both secrets work; 0 for none. */
const overlaps = ['0', '1', '24', '168'] as const
type Overlap = (typeof overlaps)[number]

interface CredentialsProps {
  readonly project: Project
  readonly client: Client
  readonly refusal: string | null
}

export function Credentials({ project, client, refusal }: CredentialsProps) {
  // A public application has no secret to replace.
  const [isAsking, setAsking] = useSheet('client_secret_rotate', hasSecret(client) ? refusal : '')
  return (
    <Card
      title={t.clients.credentials}
      actions={
        hasSecret(client) && (
          <Permitted size="sm" refusal={refusal} onPress={() => setAsking(true)}>
            {t.clients.rotate}
          </Permitted>
        )
      }
    >
      <Facts
        stacked
        facts={[
          {
            name: t.clients.authentication,
            value: t.clients.methods[client.tokenEndpointAuthMethod],
          },
          {
            name: t.clients.allowed,
            value: client.grantTypes.map((grant) => t.clients.grants[grant]).join(', '),
          },
          { name: t.common.created, value: <Day at={client.createdAt} /> },
          ...(client.secretChangedAt
            ? [{ name: t.clients.secretChanged, value: <Day at={client.secretChangedAt} /> }]
            : []),
          ...(client.previousSecretExpiresAt
            ? [
                {
                  name: t.clients.previousSecret,
                  value: <PreviousSecret project={project} client={client} refusal={refusal} />,
                },
              ]
            : []),
        ]}
      />
      <Rotation project={project} client={client} isAsking={isAsking} setAsking={setAsking} />
    </Card>
  )
}

const inHours = (hours: number): string => formatDate(Date.now() + hours * 3_600_000, 'minute')

interface RotationProps extends Pick<CredentialsProps, 'project' | 'client'> {
  readonly isAsking: boolean
  readonly setAsking: (isAsking: boolean) => void
}

function Rotation({ project, client, isAsking, setAsking }: RotationProps) {
  const [overlap, setOverlap] = useState<Overlap>('24')
  const [secret, setSecret] = useState<string | null>(null)
  const { clientId } = client
  const hours = Number(overlap)
  return (
    <>
      {isAsking && (
        <ConfirmOperation
          operation="client_secret_rotate"
          input={{ projectId: project.id, clientId, ...(hours ? { keepPreviousForHours: hours } : {}) }}
          title={t.clients.rotateTitle(client.clientName)}
          confirmLabel={t.clients.rotate}
          consequence={hours ? t.clients.keepText(inHours(hours)) : t.clients.replaceText}
          danger={hours === 0}
          onDone={({ clientSecret }) => {
            setAsking(false)
            setSecret(clientSecret)
          }}
          onClose={() => setAsking(false)}
        >
          <Select
            label={t.clients.keepPrevious}
            value={overlap}
            options={overlaps.map((value) => ({ value, label: t.clients.keepHours[value] }))}
            onChange={setOverlap}
          />
        </ConfirmOperation>
      )}
      {secret !== null && (
        <SecretOnce
          title={t.clients.newSecret}
          issuer={project.issuer}
          clientId={clientId}
          clientSecret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}
