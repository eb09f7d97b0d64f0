import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { useOperation, useOperationMutation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { Permitted } from '../../components/permitted.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { visible } from '../../components/value-rows.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/time.tsx'

/** Texts of the other address that receives signed requests. */
const common = t.users.transfer.hook

/** The address that receives messages about approvals, their deliveries, and a test. */
export function ApprovalWebhook() {
  const webhook = useOperation('approval_webhook_get', {})
  const [url, setUrl] = useState(webhook.url ?? '')
  const [secret, setSecret] = useState<string>()
  const entered = url.trim()
  const toShow = (answer: object): void => {
    if ('signingSecret' in answer && typeof answer.signingSecret === 'string') setSecret(answer.signingSecret)
  }
  return (
    <Card title={t.agents.webhook.title} text={t.agents.webhook.text}>
      <div className="grid grid-cols-1 gap-4">
        <TextField
          label={t.agents.webhook.url}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck="false"
          value={url}
          onChange={setUrl}
        />
        {webhook.url !== null && <Deliveries webhook={webhook} />}
        <div className="flex flex-wrap gap-2">
          {entered !== '' && entered !== webhook.url && (
            <ConfirmButton
              operation="approval_webhook_set"
              input={{ url: entered }}
              refusal={null}
              kind="primary"
              label={common.set}
              title={t.agents.webhook.question}
              confirmLabel={common.set}
              consequence={t.agents.webhook.questionText}
              danger={false}
              done={common.saved}
              onDone={toShow}
            />
          )}
          {webhook.url !== null && (
            <>
              <ConfirmButton
                operation="approval_webhook_set"
                input={{ url: webhook.url, newSecret: true }}
                refusal={null}
                kind="secondary"
                label={t.agents.webhook.newSecret}
                title={t.agents.webhook.newSecret}
                confirmLabel={t.agents.webhook.newSecret}
                consequence={t.agents.webhook.newSecretText}
                onDone={toShow}
              />
              <ConfirmButton
                operation="approval_webhook_set"
                input={{ url: null }}
                refusal={null}
                label={common.remove}
                title={common.removeQuestion}
                confirmLabel={common.remove}
                consequence={t.agents.webhook.removeText}
                done={common.removed}
                onDone={() => setUrl('')}
              />
            </>
          )}
        </div>
        {webhook.url !== null && <WebhookTest key={webhook.url} />}
      </div>
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Card>
  )
}

const Deliveries = ({ webhook }: { readonly webhook: Answer<'approval_webhook_get'> }) => (
  <Facts
    facts={[
      { name: t.agents.webhook.waiting, value: formatNumber(webhook.waiting) },
      { name: t.agents.webhook.deliveredCount, value: formatNumber(webhook.delivered) },
      { name: t.agents.webhook.failedCount, value: formatNumber(webhook.failed) },
      {
        name: t.agents.webhook.lastDelivered,
        value: webhook.lastDeliveredAt ? <RelativeTime at={webhook.lastDeliveredAt} /> : common.none,
      },
      {
        name: common.lastFailure,
        value: webhook.lastFailure ? (
          <>
            {visible(webhook.lastFailure.reason)} (<RelativeTime at={webhook.lastFailure.at} />)
          </>
        ) : (
          common.none
        ),
      },
    ]}
  />
)

function WebhookTest() {
  const { mutate, isPending, data, error } = useOperationMutation('approval_webhook_test')
  return (
    <div className="grid grid-cols-1 gap-3">
      {data && 'outcome' in data && <TestResult result={data} />}
      <ProblemNotice problem={error ? problemOf(error) : null} />
      <div>
        <Permitted refusal={null} isPending={isPending} onPress={() => mutate({})}>
          {common.test}
        </Permitted>
      </div>
    </div>
  )
}

const TestResult = ({ result }: { readonly result: Answer<'approval_webhook_test'> }) =>
  result.outcome === 'delivered' ? (
    <Notice tone="good" title={t.agents.webhook.delivered(formatNumber(result.milliseconds))} />
  ) : (
    <Notice tone="caution" title={t.agents.webhook.failed}>
      {visible(result.reason ?? '')}
    </Notice>
  )

/** Shows the secret the only time it can be seen. */
const SecretDialog = ({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) => (
  <Dialog
    isOpen
    wide
    role="alertdialog"
    title={t.agents.webhook.secret}
    onClose={onClose}
    actions={
      <Button kind="primary" onPress={onClose}>
        {t.common.secretStored}
      </Button>
    }
  >
    <Notice tone="caution" title={t.common.secretTitle}>
      {t.common.secretText}
    </Notice>
    <TextField
      label={t.agents.webhook.secret}
      isReadOnly
      mono
      value={secret}
      after={<CopyButton value={secret} what={t.agents.webhook.secret} />}
    />
  </Dialog>
)
