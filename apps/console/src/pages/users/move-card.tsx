import type { Answer } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { GuideLink } from './guide-link.tsx'

export function MoveCard({ projectId }: { readonly projectId: string }) {
  const move = useOperation('project_move_get', { projectId })
  const command = [
    `signet project move ${projectId}`,
    `--url ${location.origin}`,
    '--to https://id.example.com',
    '--to-project prj_…',
  ].join(' \\\n  ')
  return (
    <Card title={t.users.transfer.move.title} text={t.users.transfer.move.text}>
      <div className="grid grid-cols-1 gap-4">
        {move.issuer === null ? (
          <CodeBlock code={command} what={t.users.transfer.move.command} />
        ) : (
          <State move={move} issuer={move.issuer} projectId={projectId} />
        )}
        <p className="text-sm">
          <GuideLink to="/docs/how-to/users/move/" />
        </p>
      </div>
    </Card>
  )
}

interface StateProps {
  readonly move: Answer<'project_move_get'>
  readonly issuer: string
  readonly projectId: string
}

function State({ move, issuer, projectId }: StateProps) {
  const { keysUntil, finishedAt } = move
  return (
    <>
      <Facts
        facts={[
          { name: t.users.transfer.move.issuer, value: issuer },
          { name: t.users.transfer.move.keysUntil, value: keysUntil && <RelativeTime at={keysUntil} /> },
          {
            name: t.users.transfer.move.finished,
            value: finishedAt ? <RelativeTime at={finishedAt} /> : t.users.transfer.move.notFinished,
          },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {finishedAt !== null && (
          <ConfirmButton
            operation="project_move_set"
            input={{ projectId, issuer, finished: false }}
            refusal={null}
            label={t.users.transfer.move.reopen}
            title={t.users.transfer.move.reopenQuestion}
            confirmLabel={t.users.transfer.move.reopen}
            consequence={t.users.transfer.move.reopenText}
            done={t.users.transfer.move.reopened}
          />
        )}
        <ConfirmButton
          operation="project_move_set"
          input={{ projectId, issuer: null }}
          refusal={null}
          label={t.users.transfer.move.end}
          title={t.users.transfer.move.endQuestion}
          confirmLabel={t.users.transfer.move.end}
          consequence={t.users.transfer.move.endText}
          done={t.users.transfer.move.ended}
        />
      </div>
    </>
  )
}
