import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operationQuery } from '../../api/operation.ts'
import { t } from '../../texts/index.ts'
import { relativeTime } from '../../texts/relative-time.ts'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { directoryOptions, GuideSteps } from './guide.tsx'
import type { ConnectionSectionProps } from './texts.ts'

type SetUpProps = Pick<ConnectionSectionProps, 'projectId' | 'connection'>

const everyMilliseconds = 3_000

/** Reads the connection until its first request arrived, and then shows the request's time. */
export function FirstRequest({ projectId, connection }: SetUpProps) {
  const [isSetUp] = useState(connection.lastRequestAt === null)
  const hasCredential = connection.credentials.length > 0
  useQuery({
    ...operationQuery('provisioning_connection_get', { projectId, connectionId: connection.id }),
    enabled: hasCredential && isSetUp,
    refetchInterval: ({ state }) => (state.data?.lastRequestAt ? false : everyMilliseconds),
  })
  if (!hasCredential || !isSetUp) return null
  const { lastRequestAt } = connection
  return lastRequestAt === null ? (
    <Notice title={t.directories.waitingForRequest}>{t.directories.noRequestText}</Notice>
  ) : (
    <Notice tone="good" title={t.directories.requestArrived(relativeTime(lastRequestAt))} />
  )
}

/** The steps at the directory, closed after its first request. */
export function SetUpSteps({ projectId, connection }: SetUpProps) {
  const { data } = useQuery(operationQuery('provisioning_directory_list', { projectId }))
  const [chosen, setChosen] = useState(connection.directory)
  const guide = data?.directories.find(({ directory }) => directory === chosen)
  if (!data || !guide) return null
  return (
    <Card>
      <Disclosure summary={t.directories.steps} isOpen={connection.lastRequestAt === null}>
        <Select
          label={t.directories.kind}
          options={directoryOptions(data.directories)}
          value={chosen}
          onChange={setChosen}
        />
        <GuideSteps guide={guide} clientId={connection.clientId} />
      </Disclosure>
    </Card>
  )
}
