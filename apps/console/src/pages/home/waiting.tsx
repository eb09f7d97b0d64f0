import { lazy, Suspense } from 'react'
import { useOperationPage } from '../../api/operation.ts'
import { AttentionGroup } from '../../components/attention-group.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { projectNameOf } from '../approvals/approval-answer.ts'
import { useWaitingApprovals } from '../approvals/waiting.tsx'

const ToolTitle = lazy(() => import('../approvals/tool-title.tsx'))

/** Number of holds that are read; the answer has the number of all. */
const read = 3

export const Approvals = () => (
  <AttentionGroup
    tone="accent"
    title={t.home.groups.approvals}
    more={paths.approvals()}
    items={useWaitingApprovals().map((approval) => ({
      key: approval.id,
      title: (
        <Suspense fallback={approval.title}>
          <ToolTitle approval={approval} />
        </Suspense>
      ),
      detail: t.home.approvalText(approval.clientName),
      project: projectNameOf(approval.shows),
      age: { at: approval.expiresAt, text: t.home.ages.expires },
      action: (
        <ButtonLink size="sm" kind="primary" {...paths.approval(approval.id)}>
          {t.home.decide}
        </ButtonLink>
      ),
    }))}
  />
)

/** Directories with a hold, the oldest first. */
export function Holds() {
  const { connections = [], count } = useOperationPage('provisioning_hold_list', { count: read }).data ?? {}
  return (
    <AttentionGroup
      tone="problem"
      title={t.home.groups.holds}
      total={count ?? connections.length}
      more={paths.holds()}
      items={connections.map(({ connectionId, displayName, projectId, projectName, refused, since }) => ({
        key: connectionId,
        title: t.home.problemOf(t.home.problems.held, displayName),
        detail: t.home.holdText(refused),
        project: projectName,
        age: { at: since, text: t.home.ages.held },
        action: (
          <ButtonLink size="sm" {...paths.directory(projectId, connectionId)}>
            {t.home.review}
          </ButtonLink>
        ),
      }))}
    />
  )
}

/** Keys that are ready for promotion, the oldest first. */
export function ReadyKeys() {
  const keys = useOperationPage('project_key_ready_list', {}).data?.keys ?? []
  return (
    <AttentionGroup
      tone="accent"
      title={t.home.groups.keys}
      items={keys.map(({ projectId, projectName, kid, algorithm, promotableAt }) => ({
        key: kid,
        title: t.home.keyTitle(algorithm),
        detail: t.home.projectKeyText,
        project: projectName,
        age: { at: promotableAt, text: t.home.ages.ready },
        action: (
          <ButtonLink size="sm" {...paths.keys(projectId)}>
            {t.home.toKeys}
          </ButtonLink>
        ),
      }))}
    />
  )
}
