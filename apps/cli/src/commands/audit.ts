import { setTimeout as pause } from 'node:timers/promises'
import type { AdminClient, AuditEntry } from '@signet/contracts'
import type { Command } from 'commander'
import type * as z from 'zod'
import { parseCount, projectOption, type Session, sessionOf, withInstance } from './session.ts'

type Entry = z.output<typeof AuditEntry>

interface TailOptions {
  readonly project?: string
  readonly count: number
  readonly follow?: boolean
}

const pollSeconds = 2

export function addAudit(program: Command): void {
  const audit = program.command('audit').description('read the audit')
  withInstance(audit.command('tail').description('print the latest entries, the oldest first'))
    .addOption(projectOption())
    .option('-n, --count <number>', 'number of entries', parseCount, 20)
    .option('-f, --follow', 'print new entries until the command is interrupted')
    .addHelpText('after', '\nExample:\n  signet audit tail --project prj_… --follow')
    .action(async (options: TailOptions, command: Command) => {
      const session = sessionOf(command)
      await tail(session, await session.open(), options)
    })
}

async function tail(
  session: Session,
  client: AdminClient,
  { project, count, follow }: TailOptions,
): Promise<void> {
  const printed = new Set<string>()
  const filter = project === undefined ? {} : { project }
  for (let pageSize = Math.max(1, Math.min(count, 200)); ; pageSize = 200) {
    const { entries } = (await client.call('audit_list', { ...filter, pageSize })) as { entries: Entry[] }
    for (const entry of entries.toReversed()) {
      if (printed.has(entry.id)) continue
      printed.add(entry.id)
      print(session, entry)
    }
    if (!follow) return
    // Entries that are older than the first page were printed, and a set of all ids would grow without a bound.
    for (const id of printed) if (!entries.some((entry) => entry.id === id)) printed.delete(id)
    await pause(pollSeconds * 1000)
  }
}

function print({ terminal, json }: Session, entry: Entry): void {
  if (json) {
    terminal.print(JSON.stringify(entry))
    return
  }
  const { at, actorName, actor, action, targetType, targetId, surface } = entry
  const via = surface ? ` (${surface})` : ''
  terminal.print(
    `${terminal.style('dim', at)} ${terminal.style('bold', action)} ${targetType} ${targetId ?? ''} by ${actorName ?? actor}${via}`,
  )
}
