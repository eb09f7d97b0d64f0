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
import { SigningSecret } from './signing-secret.tsx'

type Webhook = Answer<'approval_webhook_get'>

const common = t.users.transfer.hook

export function ApprovalWebhook() {
  const texts = t.approvalWebhook
  const webhook = useOperation('approval_webhook_get', {})
  const rotation = useOperationMutation('approval_webhook_secret_rotate')
  const [url, setUrl] = useState(webhook.url ?? '')
  const [secret, setSecret] = useState<string>()
  const entered = url.trim()
  return (
    <Card title={texts.title} text={texts.text}>
      <TextField
        label={texts.url}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck="false"
        value={url}
        onChange={setUrl}
      />
      {entered !== '' && entered !== webhook.url && (
        <div>
          <ConfirmButton
            operation="approval_webhook_set"
            input={{ url: entered }}
            refusal={null}
            kind="primary"
            label={common.set}
            title={texts.question}
            confirmLabel={common.set}
            consequence={texts.questionText}
            danger={false}
            done={common.saved}
            onDone={() => rotation.mutate({}, { onSuccess: (answer) => setSecret(secretIn(answer)) })}
          />
        </div>
      )}
      {webhook.url !== null && (
        <Present key={webhook.url} webhook={webhook} onSecret={setSecret} onRemoved={() => setUrl('')} />
      )}
      {secret !== undefined && <SigningSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </Card>
  )
}

const secretIn = (answer: object): string | undefined =>
  'signingSecret' in answer && typeof answer.signingSecret === 'string' ? answer.signingSecret : undefined

interface PresentProps {
  readonly webhook: Webhook
  readonly onSecret: (secret: string | undefined) => void
  readonly onRemoved: () => void
}

function Present({ webhook, onSecret, onRemoved }: PresentProps) {
  const texts = t.approvalWebhook
  const { mutate, isPending, data, error } = useOperationMutation('approval_webhook_test')
  return (
    <>
      <Deliveries webhook={webhook} />
      {data && 'outcome' in data && <TestResult result={data} />}
      <ProblemNotice problem={error ? problemOf(error) : null} />
      <div className="flex flex-wrap gap-2">
        <Permitted refusal={null} isPending={isPending} onPress={() => mutate({})}>
          {common.test}
        </Permitted>
        <ConfirmButton
          operation="approval_webhook_secret_rotate"
          input={{}}
          refusal={null}
          kind="secondary"
          label={texts.newSecret}
          title={texts.newSecret}
          confirmLabel={texts.newSecret}
          consequence={texts.newSecretText}
          onDone={(answer) => onSecret(secretIn(answer))}
        />
        <ConfirmButton
          operation="approval_webhook_set"
          input={{ url: null }}
          refusal={null}
          label={common.remove}
          title={common.removeQuestion}
          confirmLabel={common.remove}
          consequence={texts.removeText}
          done={common.removed}
          onDone={onRemoved}
        />
      </div>
    </>
  )
}

function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const texts = t.approvalWebhook
  const { waiting, delivered, failed, lastDeliveredAt, lastFailure } = webhook
  return (
    <Facts
      facts={[
        { name: texts.waiting, value: formatNumber(waiting) },
        { name: texts.deliveredCount, value: formatNumber(delivered) },
        { name: texts.failedCount, value: formatNumber(failed) },
        {
          name: texts.lastDelivered,
          value: lastDeliveredAt ? <RelativeTime at={lastDeliveredAt} /> : t.common.never,
        },
        {
          name: common.lastFailure,
          value: lastFailure ? (
            <span className="text-caution">
              {visible(lastFailure.reason)} (<RelativeTime at={lastFailure.at} />)
            </span>
          ) : (
            common.none
          ),
        },
      ]}
    />
  )
}

function TestResult({ result }: { readonly result: Answer<'approval_webhook_test'> }) {
  const texts = t.approvalWebhook
  return result.outcome === 'delivered' ? (
    <Notice tone="good" title={texts.delivered(formatNumber(result.milliseconds))} />
  ) : (
    <Notice tone="caution" title={texts.failed}>
      {visible(result.reason ?? '')}
    </Notice>
  )
}
