import type { AuditEntry } from '@signet/contracts'
import { Bot, Server, UserRound } from 'lucide-react'
import { t } from '../../texts/index.ts'
import { actorOf } from './entry-texts.ts'

const icons = { human: UserRound, agent: Bot, machine: Server } as const

/** An agent acts for an administrator. Service accounts, directories and the instance itself are machines. */
export const actorKind = ({
  actor,
  clientId,
}: Pick<AuditEntry, 'actor' | 'clientId'>): keyof typeof icons => {
  if (clientId && !/^(service|client|enduser):/.test(actor)) return 'agent'
  return /^(service|connection|client|upstream):|^instance$/.test(actor) ? 'machine' : 'human'
}

interface ActorProps {
  readonly entry: AuditEntry
  /** Omits the name visually on the page of the actor. */
  readonly isOwn?: boolean
}

/** The name, with a sign of its kind. */
export function Actor({ entry, isOwn = false }: ActorProps) {
  if (isOwn) return <span className="sr-only">{actorOf(entry)}</span>
  const kind = actorKind(entry)
  const Icon = icons[kind]
  return (
    <>
      <Icon
        size={14}
        aria-label={t.audit.actors[kind]}
        className="mr-1.5 inline-block shrink-0 align-[-0.125rem] text-quiet"
      />
      <span className="font-normal text-quiet">{actorOf(entry)}</span>
    </>
  )
}
