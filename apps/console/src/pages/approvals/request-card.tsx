import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { operationQuery } from '../../api/operation.ts'
import { ChangedValue } from '../../components/audit/entry-parts.tsx'
import { TextLink } from '../../components/link.tsx'
import { arePlanned } from '../../components/planned-changes.tsx'
import { valueRows } from '../../components/value-rows.ts'
import { useObject } from '../../layouts/found.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { consequenceOfTool } from '../../texts/operation-label.ts'
import { Card, type Fact, Facts } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { ApprovalAnswer } from './approval-answer.ts'
import { changeSheetOf } from './change-sheet.ts'

interface RequestCardProps {
  readonly approval: ApprovalAnswer
  /** The decision, at the end of the card. */
  readonly children: ReactNode
}

/** The changes, the object and the approvers. */
export function RequestCard({ approval, children }: RequestCardProps) {
  const { changes, objectId, target, further } = changeSheetOf(approval)
  const isPlan = arePlanned(approval.shows.changes)
  const object: readonly Fact[] =
    objectId && !isPlan ? [{ name: t.approvals.object, value: <ObjectName id={objectId} /> }] : []
  const sent = valueRows(further)
  const reach = useReach(approval.input)
  return (
    <Card title={t.approvals.request}>
      {changes.length > 0 && (
        <dl className="grid grid-cols-1 gap-3">
          {changes.map(({ field, from, to }) => (
            <div key={field} className="grid gap-1.5">
              <dt className="text-sm font-medium text-quiet">{field}</dt>
              <dd className="min-w-0">
                <ChangedValue from={from} to={to} size="text-base sm:text-lg" />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Facts facts={[...object, ...(isPlan ? [] : valueRows(target)), ...reach, ...approversOf(approval)]} />
      {sent.length > 0 && (
        <section className="grid grid-cols-1 gap-2">
          <h3 className="text-sm font-medium text-quiet">{t.approvals.sends}</h3>
          <Facts facts={sent} />
        </section>
      )}
      {children}
    </Card>
  )
}

/** Returns the number of users that a call on a group or a provider affects; empty if the reader may not read the object. */
function useReach({ projectId, groupId, providerId }: ApprovalAnswer['input']): readonly Fact[] {
  const group = useQuery({
    ...operationQuery('project_group_get', { projectId: String(projectId), groupId: String(groupId) }),
    enabled: groupId !== undefined,
  }).data
  const provider = useQuery({
    ...operationQuery('federation_provider_get', {
      projectId: String(projectId),
      providerId: String(providerId),
    }),
    enabled: providerId !== undefined,
  }).data
  return [
    ...(group ? [{ name: t.groups.members, value: formatNumber(group.members) }] : []),
    ...(provider ? [{ name: t.providers.linkedPeople, value: formatNumber(provider.linkedUsers) }] : []),
  ]
}

const tones = {
  destroys: 'problem',
  exposes: 'problem',
  'locks-out': 'caution',
  'lets-in': 'caution',
  raises: 'caution',
  none: 'info',
} as const

/** The title is the first effect, the most serious one. */
export function Effects({ approval }: { approval: ApprovalAnswer }) {
  const [first = 'none', ...others] = approval.effects
  const explained = first === 'none' ? undefined : t.approvals.explained[first]
  const consequence = consequenceOfTool(approval) ?? explained
  return (
    <Notice tone={tones[first]} title={t.approvals.headings[first]}>
      {consequence && <p>{consequence}</p>}
      {others.length > 0 && (
        <ul className="list-disc pl-5">
          {others.map((effect) => (
            <li key={effect}>{t.approvals.effects[effect]}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

/** The name links to the object, if the reader may read it. */
function ObjectName({ id }: { readonly id: string }) {
  const object = useObject(id)
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
      {object && <TextLink {...object.to}>{object.name}</TextLink>}
      <span className="font-mono text-sm text-quiet">{id}</span>
    </span>
  )
}

/** Empty for a decided call that one administrator approved. */
function approversOf({ needed, approvedBy, approvers, status }: ApprovalAnswer): readonly Fact[] {
  const isOpen = status === 'pending' && approvers.length > 0
  const mayDecide = { name: t.approvals.mayDecide, value: approvers.map(({ email }) => email).join(', ') }
  const progress = t.approvals.progress(String(approvedBy.length), String(needed))
  return [
    ...(isOpen ? [mayDecide] : []),
    ...(needed > 1 ? [{ name: t.approvals.deciders, value: progress }] : []),
  ]
}
