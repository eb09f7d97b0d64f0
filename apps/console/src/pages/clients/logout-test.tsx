import { useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import type { Answer } from '../../api/client.ts'
import { problemOf } from '../../api/problem.ts'
import { Permitted } from '../../components/permitted.tsx'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'

type Result = Answer<'client_logout_test'>

interface LogoutTestProps {
  readonly projectId: string
  readonly clientId: string
  readonly refusal: string | null
}

/** Sends a logout token for a session that does not exist, and shows the response of the application. */
export function LogoutTest({ projectId, clientId, refusal }: LogoutTestProps) {
  const texts = t.clients.logoutTest
  const [result, setResult] = useState<Result | null>(null)
  const mutation = useOperationMutation('client_logout_test')
  const send = () =>
    mutation.mutate(
      { projectId, clientId },
      { onSuccess: setResult, onError: (error) => toast(problemOf(error).detail) },
    )
  return (
    <Card title={texts.title} text={texts.text}>
      {result && <Outcome result={result} />}
      <div>
        <Permitted refusal={refusal} isPending={mutation.isPending} onPress={send}>
          {texts.run}
        </Permitted>
      </div>
    </Card>
  )
}

function Outcome({ result: { outcome, status, milliseconds, answer } }: { readonly result: Result }) {
  const texts = t.clients.logoutTest
  const titles = { accepted: texts.right, rejected: texts.wrong, undelivered: texts.blocked }
  return (
    <div className="grid gap-3" aria-live="polite">
      <Notice tone={outcome === 'accepted' ? 'info' : 'caution'} title={titles[outcome]}>
        {outcome === 'undelivered' ? texts.blockedText : null}
      </Notice>
      <Facts
        facts={[
          ...(status === null ? [] : [{ name: texts.status, value: status }]),
          { name: texts.time, value: texts.milliseconds(String(milliseconds)) },
          ...(status === null
            ? []
            : [
                {
                  name: texts.answer,
                  value: answer ? <code className="font-mono break-all">{answer}</code> : texts.empty,
                },
              ]),
        ]}
      />
    </div>
  )
}
