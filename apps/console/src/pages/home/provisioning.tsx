import { limits } from '@signet/contracts'
import type { LinkProps } from '@tanstack/react-router'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { AttentionGroup } from '../../components/attention-group.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'

type Attention = Answer<'provisioning_attention_list'>['items'][number]
type Problem = Attention['problem']

const ofDirectories: readonly Problem[] = [
  'credential_expired',
  'credential_expires',
  'credential_missing',
  'not_arrived',
]
const ofProviders: readonly Problem[] = ['secret_expired', 'provider_unavailable', 'secret_expires']

/** Failing providers, expiring credentials, silent directories and refused users, of all projects or of one. */
export function ProvisioningAttention({ project }: { readonly project?: string }) {
  const { items = [], totals = [] } =
    useOperationPage('provisioning_attention_list', project ? { project } : {}).data ?? {}
  const propsOf = (problems: readonly Problem[], more: LinkProps | null) => ({
    items: items
      .filter(({ problem }) => problems.includes(problem))
      .map((item) => toItem(item, project !== undefined)),
    total: totals
      .filter(({ problem }) => problems.includes(problem))
      .reduce((sum, { count }) => sum + count, 0),
    tone: totals.some(({ problem }) => problems.includes(problem) && isProblem(problem))
      ? ('problem' as const)
      : ('caution' as const),
    ...(more ? { more } : {}),
  })
  const directories = project ? paths.directories(project) : null
  const providers = project ? paths.providers(project) : null
  return (
    <>
      <AttentionGroup title={t.home.groups.directories} {...propsOf(ofDirectories, directories)} />
      <AttentionGroup title={t.home.groups.silent} {...propsOf(['directory_silent'], directories)} />
      <AttentionGroup title={t.home.groups.providers} {...propsOf(ofProviders, providers)} />
    </>
  )
}

const isProblem = (problem: Problem): boolean =>
  !problem.endsWith('_expires') && problem !== 'directory_silent' && problem !== 'credential_missing'

const toItem = (item: Attention, isOfOneProject: boolean) => ({
  key: `${item.id} ${item.problem}`,
  title: t.home.problemOf(t.home.problems[item.problem], item.displayName),
  detail: textOf(item),
  project: isOfOneProject ? null : item.projectName,
  age: { at: item.at, text: ageTexts[item.problem] },
  action: (
    <ButtonLink size="sm" {...pathOf(item)}>
      {actionTexts[item.problem]}
    </ButtonLink>
  ),
})

const { ages, actions } = t.home

const actionTexts = {
  credential_expired: t.directories.issue,
  credential_expires: t.directories.issue,
  credential_missing: t.directories.issue,
  not_arrived: actions.requests,
  directory_silent: actions.requests,
  secret_expired: actions.secret,
  secret_expires: actions.secret,
  provider_unavailable: actions.provider,
} satisfies Record<Problem, string>

const ageTexts = {
  credential_expired: ages.expired,
  credential_expires: ages.expires,
  secret_expired: ages.expired,
  secret_expires: ages.expires,
  provider_unavailable: ages.failing,
  directory_silent: ages.lastRequest,
  credential_missing: ages.created,
  not_arrived: ages.refused,
} satisfies Record<Problem, unknown>

function textOf({ problem, count }: Attention): string {
  if (problem === 'not_arrived') return t.directories.notArrivedCount(count ?? 0)
  if (problem !== 'directory_silent') return t.home.provisioning[problem]
  return t.home.provisioning.directory_silent(formatNumber(limits.silentDirectoryDays))
}

function pathOf({ kind, projectId, id, problem }: Attention): LinkProps {
  if (kind === 'provider') return paths.provider(projectId, id)
  const isInLog = problem === 'not_arrived' || problem === 'directory_silent'
  return paths.directory(projectId, id, isInLog ? { tab: 'requests' } : {})
}
