import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { AttentionGroup } from '../../components/attention-group.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { Rich } from '../../components/rich.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { RelativeTime } from '../../ui/time.tsx'
import { useWaitingApprovals } from '../approvals/waiting.tsx'

/** Number of holds that are read; the answer has the number of all. */
const read = 3

export const Approvals = () => (
  <AttentionGroup
    title={t.home.groups.approvals}
    more={paths.approvals()}
    items={useWaitingApprovals().map(({ id, title, clientName, createdAt }) => ({
      key: id,
      title,
      detail: t.home.approvalText(clientName),
      age: { at: createdAt, text: t.home.ages.requested },
      action: (
        <ButtonLink size="sm" kind="primary" {...paths.approval(id)}>
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
        title: t.home.ofProject(displayName, projectName),
        detail: t.home.holdText(refused),
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

type Attention = Answer<'provisioning_attention_list'>['items'][number]

/** Failing providers, expiring credentials and refused users, the most urgent first. */
export function ProvisioningAttention() {
  const items = useOperationPage('provisioning_attention_list', {}).data?.items ?? []
  const groupOf = (kind: Attention['kind']) => (
    <AttentionGroup
      tone={items.some((item) => item.kind === kind && isProblem(item)) ? 'problem' : 'caution'}
      title={kind === 'directory' ? t.home.groups.directories : t.home.groups.providers}
      items={items
        .filter((item) => item.kind === kind)
        .map((item) => ({
          key: `${item.id} ${item.problem}`,
          title: t.home.ofProject(item.displayName, item.projectName),
          detail: textOf(item),
          age: item.problem === 'not_arrived' ? { at: item.at, text: t.home.ages.refused } : undefined,
          action: (
            <ButtonLink size="sm" {...pathOf(item)}>
              {t.home.mend}
            </ButtonLink>
          ),
        }))}
    />
  )
  return (
    <>
      {groupOf('directory')}
      {groupOf('provider')}
    </>
  )
}

const isProblem = ({ problem }: Attention): boolean => !problem.endsWith('_expires')

const textOf = ({ problem, count, at }: Attention) =>
  problem === 'not_arrived' ? (
    t.directories.notArrivedCount(count ?? 0)
  ) : (
    <Rich text={t.home.provisioning[problem]('{at}')} parts={{ at: <RelativeTime at={at} /> }} />
  )

function pathOf({ kind, projectId, id, problem }: Attention) {
  if (kind === 'provider') return paths.provider(projectId, id)
  return paths.directory(projectId, id, problem === 'not_arrived' ? { tab: 'requests' } : {})
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
        title: t.home.projectKeyTitle(projectName, algorithm),
        detail: t.home.projectKeyText,
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
