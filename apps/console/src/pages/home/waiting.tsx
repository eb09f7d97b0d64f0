import { useOperationPage } from '../../api/operation.ts'
import { AttentionCard } from '../../components/attention.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
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
