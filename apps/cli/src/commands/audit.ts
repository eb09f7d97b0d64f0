import { setTimeout as pause } from 'node:timers/promises'
import type { AdminClient } from '@signet/contracts'
import type { Command } from 'commander'
import { type Entry, readEntries } from '../audit/pages.ts'
import { parseCount, projectOption, type Session, sessionOf, withInstance } from '../connection/session.ts'

interface TailOptions {
  readonly project?: string
  readonly count: number
  readonly follow?: boolean
}

const pollSeconds = 2

interface ExportOptions {
  readonly project?: string
  readonly from?: string
  readonly to?: string
}

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
  withInstance(audit.command('export').description('write entries as NDJSON, the newest first'))
    .addOption(projectOption())
    .option('--from <time>', 'day or RFC 3339 time of the oldest entry')
    .option('--to <time>', 'day or RFC 3339 time after the newest entry (default: now)')
    .addHelpText('after', '\nExample:\n  signet audit export --from 2026-01-01 > audit.ndjson')
    .action(async ({ project, from, to = new Date().toISOString() }: ExportOptions, command: Command) => {
      const session = sessionOf(command)
      const range = { to, ...(project !== undefined && { project }), ...(from !== undefined && { from }) }
      let count = 0
      for await (const entry of readEntries(await session.open(), range)) {
        session.terminal.print(JSON.stringify(entry))
        count += 1
      }
      session.terminal.note(`${count} entries.`)
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
    // Older entries than the first page were printed; a set of all ids would grow without a bound.
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
