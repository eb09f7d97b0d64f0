import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { AttentionCard } from '../../components/attention.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { Rich } from '../../components/rich.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { RelativeTime } from '../../ui/time.tsx'
import { useWaitingApprovals } from '../approvals/waiting.tsx'

const most = 3

export const Approvals = () =>
  useWaitingApprovals()
    .slice(0, most)
    .map(({ id, title, clientName }) => (
      <AttentionCard
        key={id}
        kind={t.home.approval}
        title={title}
        action={<ButtonLink {...paths.approval(id)}>{t.home.decide}</ButtonLink>}
      >
        {t.home.approvalText(clientName)}
      </AttentionCard>
    ))

/** Directories with a hold, the oldest first. */
export function Holds() {
  const holds = useOperationPage('provisioning_hold_list', { count: most }).data
  return holds?.connections.map(({ connectionId, displayName, projectId, projectName, refused }) => (
    <AttentionCard
      key={connectionId}
      tone="problem"
      kind={t.home.hold}
      title={t.home.holdTitle(displayName, projectName)}
      action={<ButtonLink {...paths.directory(projectId, connectionId)}>{t.home.look}</ButtonLink>}
    >
      {t.home.holdText(refused)}
    </AttentionCard>
  ))
}

/** Failing providers, expiring credentials and refused users, the most urgent first. */
export function ProvisioningAttention() {
  const items = useOperationPage('provisioning_attention_list', {}).data?.items ?? []
  return items.slice(0, most).map((item) => (
    <AttentionCard
      key={`${item.id} ${item.problem}`}
      tone={item.problem.endsWith('_expires') ? 'caution' : 'problem'}
      kind={item.kind === 'directory' ? t.nav.directory : t.nav.provider}
      title={t.home.ofProject(item.displayName, item.projectName)}
      action={<ButtonLink {...pathOf(item)}>{t.home.look}</ButtonLink>}
    >
      {item.problem === 'not_arrived' ? (
        t.directories.notArrivedCount(item.count ?? 0)
      ) : (
        <Rich
          text={t.home.provisioning[item.problem]('{at}')}
          parts={{ at: <RelativeTime at={item.at} /> }}
        />
      )}
    </AttentionCard>
  ))
}

type AttentionItem = Answer<'provisioning_attention_list'>['items'][number]

function pathOf({ kind, projectId, id, problem }: AttentionItem) {
  if (kind === 'provider') return paths.provider(projectId, id)
  return paths.directory(projectId, id, problem === 'not_arrived' ? { tab: 'requests' } : {})
}

/** Keys that are ready for promotion, the oldest first. */
export function ReadyKeys() {
  const keys = useOperationPage('project_key_ready_list', {}).data?.keys ?? []
  return keys.slice(0, most).map(({ projectId, projectName, kid, algorithm }) => (
    <AttentionCard
      key={kid}
      tone="accent"
      kind={t.home.key}
      title={t.home.projectKeyTitle(projectName, algorithm)}
      action={<ButtonLink {...paths.keys(projectId)}>{t.home.toKeys}</ButtonLink>}
    >
      {t.home.projectKeyText}
    </AttentionCard>
  ))
}
