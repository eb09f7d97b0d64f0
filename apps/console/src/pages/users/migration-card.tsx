import { useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import type { Answer } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { Permitted } from '../../components/permitted.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { visible } from '../../components/value-rows.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { GuideLink } from './guide-link.tsx'

interface MigrationCardProps {
  readonly projectId: string
  readonly refusal: string | null
}

/** Configures and tests the address that is queried for users without an account. */
export function MigrationCard({ projectId, refusal }: MigrationCardProps) {
  const hook = useOperation('project_migration_hook_get', { projectId })
  const [url, setUrl] = useState(hook.url ?? '')
  const entered = url.trim()
  const isNew = entered !== '' && entered !== hook.url
  return (
    <Card title={t.users.transfer.hook.title} text={t.users.transfer.hook.text}>
      <div className="grid grid-cols-1 gap-4">
        <TextField
          label={t.users.transfer.hook.url}
          hint={
            <>
              {t.users.transfer.hook.urlHint} <GuideLink to="/docs/how-to/users/migrate-at-sign-in/" />
            </>
          }
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck="false"
          value={url}
          onChange={setUrl}
        />
        {hook.url !== null && <Results hook={hook} />}
        <div className="flex flex-wrap gap-2">
          <ConfirmButton
            operation="project_migration_hook_set"
            input={{ projectId, url: entered }}
            refusal={refusal ?? (isNew ? null : t.users.transfer.hook.enterUrl)}
            kind="primary"
            label={t.users.transfer.hook.set}
            title={t.users.transfer.hook.question}
            confirmLabel={t.users.transfer.hook.set}
            done={t.users.transfer.hook.saved}
          />
          {hook.url !== null && (
            <ConfirmButton
              operation="project_migration_hook_set"
              input={{ projectId, url: null }}
              refusal={refusal}
              label={t.users.transfer.hook.remove}
              title={t.users.transfer.hook.removeQuestion}
              confirmLabel={t.users.transfer.hook.remove}
              consequence={t.users.transfer.hook.removeText}
              done={t.users.transfer.hook.removed}
              onDone={() => setUrl('')}
            />
          )}
        </div>
        {hook.url !== null && <HookTest key={hook.url} projectId={projectId} refusal={refusal} />}
      </div>
    </Card>
  )
}

const Results = ({ hook }: { readonly hook: Answer<'project_migration_hook_get'> }) => (
  <Facts
    facts={[
      { name: t.users.transfer.hook.issuer, value: hook.issuer ?? t.users.transfer.hook.none },
      { name: t.users.transfer.hook.created, value: formatNumber(hook.created) },
      { name: t.users.transfer.hook.refused, value: formatNumber(hook.refused) },
      { name: t.users.transfer.hook.failures, value: formatNumber(hook.failed) },
      { name: t.users.transfer.hook.skipped, value: formatNumber(hook.skipped) },
      {
        name: t.users.transfer.hook.lastFailure,
        value: hook.lastFailure ? (
          <>
            {visible(hook.lastFailure.reason)} (<RelativeTime at={hook.lastFailure.at} />)
          </>
        ) : (
          t.users.transfer.hook.none
        ),
      },
    ]}
  />
)

function HookTest({ projectId, refusal }: MigrationCardProps) {
  const { mutate, isPending, data, error } = useOperationMutation('project_migration_hook_test')
  return (
    <div className="grid grid-cols-1 gap-3">
      {data && 'outcome' in data && <TestResult result={data} />}
      <ProblemNotice problem={error ? problemOf(error) : null} />
      <div>
        <Permitted refusal={refusal} isPending={isPending} onPress={() => mutate({ projectId })}>
          {t.users.transfer.hook.test}
        </Permitted>
      </div>
    </div>
  )
}

function TestResult({ result }: { readonly result: Answer<'project_migration_hook_test'> }) {
  const { outcome, reason, milliseconds } = result
  if (outcome === 'ready') return <Notice title={t.users.transfer.hook.ready(formatNumber(milliseconds))} />
  if (outcome === 'accepts_anyone')
    return <Notice tone="problem" title={t.users.transfer.hook.acceptsAnyone} />
  return (
    <Notice tone="caution" title={t.users.transfer.hook.failed}>
      {visible(reason ?? '')}
    </Notice>
  )
}
