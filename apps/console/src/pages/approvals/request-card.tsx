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

/** The object, its changes and the approvers. */
export function RequestCard({ approval }: { approval: ApprovalAnswer }) {
  const { changes, objectId, target, further } = changeSheetOf(approval)
  const isPlan = arePlanned(approval.shows.changes)
  const object: readonly Fact[] =
    objectId && !isPlan ? [{ name: t.approvals.object, value: <ObjectName id={objectId} /> }] : []
  const sent = valueRows(further)
  const reach = useReach(approval.input)
  return (
    <Card title={t.approvals.request}>
      <Facts facts={[...object, ...(isPlan ? [] : valueRows(target)), ...reach]} />
      {changes.length > 0 && (
        <Part title={t.approvals.changes}>
          <Facts
            facts={changes.map(({ field, from, to }) => ({
              name: field,
              value: <ChangedValue from={from} to={to} />,
            }))}
          />
        </Part>
      )}
      {sent.length > 0 && (
        <Part title={t.approvals.sends}>
          <Facts facts={sent} />
        </Part>
      )}
      <Approvers approval={approval} />
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

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-1 gap-2">
    <h3 className="text-sm font-medium text-quiet">{title}</h3>
    {children}
  </section>
)

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

/** Omitted for a decided call that one administrator approved. */
function Approvers({ approval: { needed, approvedBy, approvers, status } }: { approval: ApprovalAnswer }) {
  const isOpen = status === 'pending' && approvers.length > 0
  const facts: readonly Fact[] = [
    ...(isOpen
      ? [{ name: t.approvals.mayDecide, value: approvers.map(({ email }) => email).join(', ') }]
      : []),
    ...(needed > 1
      ? [
          {
            name: t.approvals.deciders,
            value: t.approvals.progress(String(approvedBy.length), String(needed)),
          },
        ]
      : []),
  ]
  return facts.length > 0 && <Facts facts={facts} />
}
