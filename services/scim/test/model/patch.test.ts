import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ScimError } from '../../src/messages/error.ts'
import { readOperations } from '../../src/messages/patch/operations.ts'
import { userDefinition } from '../../src/resources/user/definition.ts'
import { applyToUser } from '../../src/resources/user/handler.ts'
import type { ScimObject } from '../../src/schemas/scim-object.ts'
import { patchUrn } from '../directory.ts'
import { firstSteps, steps } from './cases.ts'
import { type Json, type Outcome, patched, type Step, toOperation } from './patch.ts'

const numRuns = Number(process.env.SIGNET_MODEL_RUNS ?? 700)

function applied(before: Json, operations: readonly Step[], strict: boolean): Outcome {
  const body = { schemas: [patchUrn], Operations: operations.map(toOperation) }
  const reading = { strict, ignored: new Set<string>() }
  try {
    const read = readOperations(body, userDefinition, reading)
    return { resource: applyToUser(before as ScimObject, read, reading) }
  } catch (error) {
    if (error instanceof ScimError) return { refused: error.scimType ?? 'none' }
    throw error
  }
}

it.each(['lenient', 'strict'])(
  'a random PATCH of a user has the result of RFC 7644 section 3.5.2 in the %s mode',
  (mode) => {
    const strict = mode === 'strict'
    const property = fc.property(firstSteps, steps, (first, operations) => {
      const before = patched({ active: true }, first, false).resource ?? { active: true }
      const [expected, actual] = [patched(before, operations, strict), applied(before, operations, strict)]
      // The type depends on the order of checks when several operations are refused.
      const isOne = operations.length === 1
      const compared = (outcome: Outcome) =>
        isOne || !outcome.refused ? outcome : { refused: expect.any(String) }
      expect(compared(actual), JSON.stringify({ before, operations: operations.map(toOperation) })).toEqual(
        compared(expected),
      )
    })
    fc.assert(property, { numRuns, seed: 7644 })
  },
  3_600_000,
)
