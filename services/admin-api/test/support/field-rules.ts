import { type OperationName, operations, type Problem, placementOf } from '@signet/contracts'
import { expect } from 'vitest'
import { samples } from './samples.ts'
import type { World } from './world.ts'
import { markWrites } from './writes.ts'

/** An accepted value is stored, a rejected value changes nothing. */
export interface FieldRule {
  /** Test title, a complete sentence. */
  readonly title: string
  readonly operations: readonly OperationName[]
  readonly field: string
  readonly accepted: readonly unknown[]
  readonly rejected: readonly unknown[]
  /** Other fields that the values need. */
  readonly beside?: Readonly<Record<string, unknown>>
}

export async function expectFieldRule(world: World, rule: FieldRule): Promise<void> {
  const { field, accepted, rejected, beside } = rule
  for (const name of rule.operations) {
    const call = async (value: unknown) => {
      const sample = await samples[name]?.({ world, projectId: world.project, teamId: world.team })
      const since = await markWrites(world.database)
      const reply = await world.call(world.people.super, name, { ...sample, ...beside, [field]: value })
      return { reply, tables: (await since()).tables }
    }
    for (const value of accepted) {
      const { reply } = await call(value)
      expect(reply.status, `${name} ${shown(value)}: ${reply.text}`).toBe(
        placementOf(operations[name]).successStatus,
      )
    }
    for (const value of rejected) {
      const { reply, tables } = await call(value)
      expect([400, 422], `${name} ${shown(value)}: ${reply.text}`).toContain(reply.status)
      expect((reply.body as Problem).errors?.[0]?.path, shown(value)).toMatch(new RegExp(`^${field}\\b`))
      expect(tables).toEqual([])
    }
  }
}

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 100) ?? 'undefined'
