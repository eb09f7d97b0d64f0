import { readRecords } from '../../decisions/records.ts'
import type { Edits } from './scratch.ts'

const record = `# Count users in one statement

Status: accepted
Date: 2026-11-28

## Context

Two reads of one page counted the same rows.

## Decision

One statement counts them.

## Consequences

The page has one number.
`

export function addDecision({ write, run }: Edits): void {
  const last = Number(readRecords().at(-1)?.file.slice(0, 4))
  write(`infra/decisions/${String(last + 1).padStart(4, '0')}-count-users-in-one-statement.md`, record)
  run('node', 'infra/decisions/print.ts')
  run('biome', 'format', '--write', 'infra/decisions')
}
