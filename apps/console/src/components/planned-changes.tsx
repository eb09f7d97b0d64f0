import type { PlannedChange } from '@signet/contracts'
import { Fragment } from 'react'
import { formatNumber } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { consequenceOfTool, labelOfPlanned } from '../texts/operation-label.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { plannedValue } from './planned-value.ts'

/** Order of the page. */
const sections = ['project', 'groups', 'apis', 'providers', 'directories', 'applications'] as const
type Section = (typeof sections)[number]

const tones: Readonly<Record<PlannedChange['action'], Tone>> = {
  create: 'good',
  update: 'accent',
  delete: 'problem',
}

const effectTones: Readonly<Record<PlannedChange['effects'][number], Tone>> = {
  destroys: 'problem',
  'locks-out': 'problem',
  'lets-in': 'caution',
  raises: 'caution',
  exposes: 'caution',
  none: 'neutral',
}

const sectionOf = ({ subject }: PlannedChange): Section =>
  sections.find((section) => subject === section || subject.startsWith(`${section}/`)) ?? 'project'

/** Several operations change the project itself, and name their change. */
const nameOf = ({ subject, operation }: PlannedChange): string =>
  subject.includes('/') ? subject.slice(subject.indexOf('/') + 1) : labelOfPlanned(operation)

const members = ['operation', 'subject', 'action', 'changes', 'effects', 'consequences']

export const arePlanned = (changes: unknown): changes is readonly PlannedChange[] =>
  Array.isArray(changes) &&
  changes.every((one) => typeof one === 'object' && one !== null && members.every((member) => member in one))

export function PlannedChanges({ changes }: { readonly changes: readonly PlannedChange[] }) {
  const count = (action: PlannedChange['action']) =>
    formatNumber(changes.filter((change) => change.action === action).length)
  const groups = sections
    .map((section) => ({ section, changes: changes.filter((one) => sectionOf(one) === section) }))
    .filter((group) => group.changes.length > 0)
  return (
    <section className="grid grid-cols-1 gap-4" aria-label={t.projects.file.planTitle}>
      <p className="text-quiet tabular-nums" role="status">
        {changes.length === 0
          ? t.projects.file.none
          : t.projects.file.summary(count('create'), count('update'), count('delete'))}
      </p>
      {groups.map((group) => (
        <Card key={group.section} title={t.projects.file.sections[group.section]}>
          <ul className="grid grid-cols-1 gap-4 divide-y divide-line">
            {group.changes.map((change) => (
              <Change key={`${change.operation} ${change.subject}`} change={change} />
            ))}
          </ul>
        </Card>
      ))}
    </section>
  )
}

function Change({ change }: { readonly change: PlannedChange }) {
  const { action, operation, effects, changes, consequences } = change
  const consequence = consequenceOfTool({ tool: operation })
  return (
    <li className="grid grid-cols-1 gap-2.5 not-first:pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[action]}>{t.projects.file.actions[action]}</Badge>
        <h3 className="min-w-0 font-medium wrap-anywhere">{nameOf(change)}</h3>
      </div>
      {changes.length > 0 && <Difference action={action} changes={changes} />}
      {!effects.includes('none') && (
        <ul className="flex flex-wrap gap-1.5">
          {effects.map((effect) => (
            <li key={effect} className={`rounded-md px-2 py-0.5 text-sm ${grounds[effectTones[effect]]}`}>
              {t.approvals.effects[effect]}
            </li>
          ))}
        </ul>
      )}
      {consequence && <p className="text-sm text-quiet text-pretty">{consequence}</p>}
      {consequences.map((sentence) => (
        <Notice key={sentence} tone="caution" title={sentence} />
      ))}
    </li>
  )
}

const grounds: Readonly<Record<Tone, string>> = {
  problem: 'bg-problem-ground text-problem',
  caution: 'bg-caution-ground text-caution',
  good: 'bg-good-ground text-good',
  accent: 'bg-accent-ground text-accent',
  neutral: 'bg-hover text-quiet',
}

const valueStyle = 'min-w-0 px-2 py-1 font-mono text-sm whitespace-pre-wrap wrap-anywhere no-underline'

const Difference = ({ action, changes }: Pick<PlannedChange, 'action' | 'changes'>) => (
  <dl className="grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[13rem_minmax(0,1fr)]">
    {changes.map(({ field, from, to }) => (
      <Fragment key={field}>
        <dt className="pt-1 text-quiet wrap-anywhere">{field}</dt>
        <dd className="grid min-w-0 grid-cols-1 overflow-hidden rounded-md ring-1 ring-line">
          {action === 'update' && <Side of="was" value={from} />}
          <Side of="will" value={to} />
        </dd>
      </Fragment>
    ))}
  </dl>
)

/** Names its side for screen readers, and shows it by a sign. */
const Side = ({ of, value }: { readonly of: 'was' | 'will'; readonly value: unknown }) => {
  const Element = of === 'was' ? 'del' : 'ins'
  const ground = of === 'was' ? 'bg-problem-ground text-problem' : 'bg-good-ground text-good'
  return (
    <Element className={`${valueStyle} ${ground}`}>
      <span aria-hidden>{of === 'was' ? '− ' : '+ '}</span>
      <span className="sr-only">{t.projects.file[of]}: </span>
      {plannedValue(value)}
    </Element>
  )
}
