import type { AuditEntry } from '@signet/contracts'
import { AppWindow, Bot, Cog, Fingerprint, FolderSync, KeySquare, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../texts/index.ts'
import { IconMark, LetterMark } from '../object-mark.tsx'
import { actorOf } from './entry-texts.ts'

type ActorKind = 'human' | 'agent' | 'machine'

type ActedEntry = Pick<AuditEntry, 'actor' | 'clientId'>

/** An agent acts for an administrator. Service accounts, directories and the instance itself are machines. */
export const actorKind = ({ actor, clientId }: ActedEntry): ActorKind => {
  if (clientId && !/^(service|client|enduser):/.test(actor)) return 'agent'
  return /^(service|connection|client|upstream):|^instance$/.test(actor) ? 'machine' : 'human'
}

/** Icons by the form of a machine's actor; the instance has no form. */
const machineIcons: Readonly<Record<string, LucideIcon>> = {
  service: KeySquare,
  connection: FolderSync,
  client: AppWindow,
  upstream: Fingerprint,
}

function ActorMark({ entry, name }: { readonly entry: AuditEntry; readonly name: string }) {
  const kind = actorKind(entry)
  if (kind === 'human') return <LetterMark name={name} isRound />
  return <IconMark icon={kind === 'agent' ? Bot : (machineIcons[entry.actor.split(':')[0] ?? ''] ?? Cog)} />
}

interface ActorProps {
  readonly entry: AuditEntry
  /** Omits the name visually on the page of the actor. */
  readonly isOwn?: boolean
}

/** The name of the actor after a mark. */
function Actor({ entry, isOwn = false }: ActorProps) {
  const name = entry.actor === 'instance' ? t.audit.actors.system : actorOf(entry)
  if (isOwn) return <span className="sr-only">{name}</span>
  return (
    <span title={name} className="font-normal text-quiet">
      <span
        role="img"
        aria-label={t.audit.actors[actorKind(entry)]}
        className="mr-2 inline-block align-middle leading-none"
      >
        <ActorMark entry={entry} name={name} />
      </span>
      {name}
    </span>
  )
}

interface SentenceProps extends ActorProps {
  /** The row of the fold above shows the actor. */
  readonly isFolded?: boolean | undefined
  /** The rest of the sentence. */
  readonly children: ReactNode
}

/** Shows the actor in a column, so that the rest of every sentence begins at the same position. Narrow pages have no columns. */
export const Sentence = ({ entry, isOwn = false, isFolded = false, children }: SentenceProps) => (
  <span className="min-w-0 @lg:flex @lg:items-baseline @lg:gap-3">
    {isOwn ? (
      <Actor entry={entry} isOwn />
    ) : (
      <span className="@max-lg:block @lg:w-45 @lg:shrink-0 @lg:truncate">
        <Actor entry={entry} isOwn={isFolded} />
      </span>
    )}{' '}
    <span className="min-w-0 @lg:flex-1">{children}</span>
  </span>
)
